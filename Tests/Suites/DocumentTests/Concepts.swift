import MobiusCore

// The signatures on the concepts page of Mobius.swift's wiki, line by line. Documentation/Mobius.md lists the lines that differ.

typealias UpdateFunction<Model, Event, Effect> =
    (Model, Event) -> Next<Model, Effect>

typealias WrappedUpdate<Model, Event, Effect> =
    Update<Model, Event, Effect>

typealias InitiatorFunction<Model, Effect> =
    (Model) -> First<Model, Effect>
