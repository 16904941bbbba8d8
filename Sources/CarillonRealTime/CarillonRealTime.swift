// Who has a queue on a real-time thread has what all queues have in common, too.
@_exported import CarillonScheduling
