"""The component `embed` as a Python function.

The Python API of the package `wasmtime` calls synchronous functions only. `handle` is asynchronous, so this module uses
the package's C API.
"""

from ctypes import POINTER, byref, pointer
from threading import Thread
from time import sleep

from wasmtime import Config, Engine, Store, WasiConfig, WasmtimeError
from wasmtime import _ffi as c_api
from wasmtime.component import Component, Linker, Record

EXCHANGE = "mcp-ui:tools/exchange@0.2.0"


class Explorer:
    """The component, compiled once for all its instances."""

    def __init__(self, path, settings, seconds_per_call, memory_bytes):
        config = Config()
        config.cache = True
        config.epoch_interruption = True
        self.engine = Engine(config)
        self.component = Component.from_file(self.engine, path)
        self.linker = Linker(self.engine)
        self.linker.add_wasip2()
        self.settings = settings
        self.seconds_per_call = seconds_per_call
        self.memory_bytes = memory_bytes
        Thread(target=self._count_seconds, daemon=True).start()

    def instance(self):
        return Instance(self)

    def _count_seconds(self):
        while True:
            sleep(1)
            self.engine.increment_epoch()


class Instance:
    """An instance of the component. Not thread-safe, and unusable after a call has failed."""

    def __init__(self, explorer):
        self.seconds_per_call = explorer.seconds_per_call
        wasi = WasiConfig()
        wasi.env = explorer.settings
        wasi.inherit_stderr()
        self.store = Store(explorer.engine)
        self.store.set_limits(memory_size=explorer.memory_bytes)
        self.store.set_wasi(wasi)
        self.store.set_epoch_deadline(self.seconds_per_call)
        instance = explorer.linker.instantiate(self.store, explorer.component)
        interface = instance.get_export_index(self.store, EXCHANGE)
        self.function = instance.get_func(self.store, instance.get_export_index(self.store, "handle", interface))
        self.type = self.function.type(self.store)

    def handle(self, method, path_with_query, headers, body):
        """Returns the response (`status`, `headers` and `body`), or None if the path is not the explorer's."""
        request = Record()
        request.method = method
        setattr(request, "path-with-query", path_with_query)
        request.authority = None
        request.headers = headers
        request.body = body
        return self._call(request)

    def _call(self, request):
        self.store.set_epoch_deadline(self.seconds_per_call)
        argument, response = c_api.wasmtime_component_val_t(), c_api.wasmtime_component_val_t()
        ((_, argument_type),) = self.type.params
        argument_type.convert_to_c(self.store, request, pointer(argument))
        try:
            error = POINTER(c_api.wasmtime_error_t)()
            call = c_api.wasmtime_component_func_call_async(
                byref(self.function._func), self.store._context(), byref(argument), 1, byref(response), 1, byref(error)
            )
            while not c_api.wasmtime_call_future_poll(call):
                pass
            c_api.wasmtime_call_future_delete(call)
        finally:
            c_api.wasmtime_component_val_delete(byref(argument))
        if error:
            raise WasmtimeError._from_ptr(error)
        return self.type.result.convert_from_c(response)
