;; The interface `ui-catalog` of `mcp-ui:tools`. The string in memory begins after its address and its length.
(component
    (core module $module
        (memory (export "memory") {pages})
        (data (i32.const 0) "{descriptor}" "{text}")
        (func (export "bundle") (result i32)
            (i32.const 0)))
    (core instance $core (instantiate $module))
    (func $bundle (result string) (canon lift (core func $core "bundle") (memory (core memory $core "memory"))))
    (instance (export "mcp-ui:tools/ui-catalog@0.2.0")
        (export "bundle" (func $bundle))))
