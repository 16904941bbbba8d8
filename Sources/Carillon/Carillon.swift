/// One import for an application: the loop, the board it runs on and the devices of the board.
@_exported import CarillonAppliance
@_exported import CarillonAudio
@_exported import CarillonBoard
@_exported import CarillonDevices
@_exported import CarillonGPIO
@_exported import CarillonScheduling
@_exported import MobiusCore

// Not all of MobiusExtras: its `Copyable`, named as in Mobius.swift, would hide Swift's own from every application.
@_exported import class MobiusExtras.ConnectableClass
@_exported import class MobiusExtras.SimpleLogger
