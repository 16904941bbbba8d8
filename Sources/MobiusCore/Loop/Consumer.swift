/// A function that takes a value: an event, a model or an effect of a loop.
///
/// A consumer that a loop passes out may be called from any thread.
public typealias Consumer<Value> = @Sendable (Value) -> Void

/// A function that wraps a consumer, for example to log, to delay or to drop some of the values that pass.
public typealias ConsumerTransformer<Value> = @Sendable (@escaping Consumer<Value>) -> Consumer<Value>

/// A function from the model that a loop is started from to the first model and the first effects.
///
/// It runs each time that a ``MobiusController`` is started, on the loop's queue. It is pure, like an update function.
public typealias Initiate<Model, Effect> = @Sendable (Model) -> First<Model, Effect>
