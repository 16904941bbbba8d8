/// A function that takes a value: where a loop's events, models and effects go to.
///
/// A consumer that a loop hands out may be called from any thread.
public typealias Consumer<Value> = @Sendable (Value) -> Void

/// Wraps a consumer, for example to log, to delay or to drop some of the values that pass.
public typealias ConsumerTransformer<Value> = @Sendable (@escaping Consumer<Value>) -> Consumer<Value>

/// Decides what a loop begins with: given the model that it is started from, the first model and the first effects.
///
/// Runs each time that a ``MobiusController`` is started, on the loop's queue. Like an update function it is pure.
public typealias Initiate<Model, Effect> = @Sendable (Model) -> First<Model, Effect>
