/// One import for an application: the loop, the board it runs on and the parts of the board.
@_exported import CarillonAudio
@_exported import CarillonBoard
@_exported import CarillonDevices
@_exported import CarillonGPIO
@_exported import CarillonRealTime
@_exported import MobiusCore
@_exported import MobiusExtras
