// The functions of Apple's AVFoundation that programs use for short sounds, under the same import. Apple's systems have their own
// module of this name.

@_exported import func Carillon.AudioServicesPlayAlertSound
@_exported import func Carillon.AudioServicesPlaySystemSound
@_exported import typealias Carillon.SystemSoundID
@_exported import let Carillon.kSystemSoundID_Vibrate
