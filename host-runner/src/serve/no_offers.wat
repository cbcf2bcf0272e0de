;; The interfaces `resources` and `prompts` of `mcp-ui:tools`, for tools without them.
(component
    (core module $module
        (memory (export "memory") 1)

        ;; Returns the same address for all arguments, since nothing reads them.
        (func (export "realloc") (param $old i32) (param $old-size i32) (param $align i32) (param $size i32) (result i32)
            (local $end i32)
            (local.set $end (i32.add (i32.const 1024) (local.get $size)))
            (block $fits
                (br_if $fits (i32.le_u (local.get $end) (i32.mul (memory.size) (i32.const 65536))))
                (br_if $fits (i32.ne (i32.const -1) (memory.grow
                    (i32.sub (i32.div_u (i32.add (local.get $end) (i32.const 65535)) (i32.const 65536)) (memory.size)))))
                (unreachable))
            (i32.const 1024))

        ;; ok(whole("[]"))
        (data (i32.const 16) "\00\00\00\00" "\00\00\00\00" "\20\00\00\00" "\02\00\00\00" "[]")
        (func (export "list") (param i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
            (i32.const 16))

        ;; ok(none)
        (data (i32.const 64) "\00\00\00\00" "\00\00\00\00")
        (func (export "read") (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
            (i32.const 64))

        ;; err(failed("")). There is no prompt that could be got.
        (data (i32.const 96) "\01\00\00\00" "\00\00\00\00" "\00\00\00\00" "\00\00\00\00")
        (func (export "get") (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
            (i32.const 96))

        ;; ok([]). The parameters are in memory, since there are more than 16.
        (data (i32.const 128) "\00\00\00\00" "\00\00\00\00" "\00\00\00\00")
        (func (export "complete") (param i32) (result i32)
            (i32.const 128)))
    (core instance $core (instantiate $module))

    (type $header (tuple string (list u8)))
    (type $context (record
        (field "method" string)
        (field "path-with-query" string)
        (field "headers" (list $header))
        (field "identity" (option string))))
    (type $parts (stream u8))
    (type $document (variant (case "whole" string) (case "parts" $parts)))
    (type $failure (variant (case "failed" string) (case "timed-out" string)))

    (type $call-failure (variant
        (case "failed" string) (case "denied" string) (case "unavailable" string) (case "timed-out" string)))
    (type $argument (tuple string string))
    (type $completion (record
        (field "prompt" string)
        (field "argument" string)
        (field "value" string)
        (field "others" (list $argument))))

    (type $list (func async (param "context" $context) (result (result $document (error $failure)))))
    (func $list (type $list) (canon lift (core func $core "list")
        (memory (core memory $core "memory")) (realloc (core func $core "realloc"))))
    (type $read (func async (param "uri" string) (param "context" $context)
        (result (result (option $document) (error $failure)))))
    (func $read (type $read) (canon lift (core func $core "read")
        (memory (core memory $core "memory")) (realloc (core func $core "realloc"))))

    (type $get (func async (param "name" string) (param "arguments" (list $argument)) (param "context" $context)
        (result (result $document (error $call-failure)))))
    (func $get (type $get) (canon lift (core func $core "get")
        (memory (core memory $core "memory")) (realloc (core func $core "realloc"))))
    (type $complete (func async (param "completion" $completion) (param "context" $context)
        (result (result (list string) (error $failure)))))
    (func $complete (type $complete) (canon lift (core func $core "complete")
        (memory (core memory $core "memory")) (realloc (core func $core "realloc"))))

    (instance (export "mcp-ui:tools/resources@0.2.0")
        (export "context" (type $context))
        (export "document" (type $document))
        (export "failure" (type $failure))
        (export "list-resources" (func $list))
        (export "read-resource" (func $read)))

    (instance (export "mcp-ui:tools/prompts@0.2.0")
        (export "context" (type $context))
        (export "document" (type $document))
        (export "failure" (type $failure))
        (export "call-failure" (type $call-failure))
        (export "argument" (type $argument))
        (export "completion" (type $completion))
        (export "list-prompts" (func $list))
        (export "get-prompt" (func $get))
        (export "complete" (func $complete))))
