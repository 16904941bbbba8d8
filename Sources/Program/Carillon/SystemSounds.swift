import CarillonDevices

/// Maps the numbers of an iPhone's system sounds to sounds of Carillon.
///
/// Apple documents the functions, but not the numbers. The numbers that programs use are known from the files in iOS's
/// `/System/Library/Audio/UISounds`. The comment of each range names the files that the numbers play there.
enum SystemSounds {
    private static let names: [(ClosedRange<SystemSoundID>, SoundName)] = [
        // new-mail, mail-sent, Voicemail, ReceivedMessage, SentMessage
        (1_000...1_000, .message), (1_001...1_001, .confirm), (1_002...1_003, .message), (1_004...1_004, .confirm),
        // alarm, low_power
        (1_005...1_005, .alarm), (1_006...1_006, .lowBattery),
        // sms-received1 to 6, Voicemail, tweet_sent
        (1_007...1_015, .message), (1_016...1_016, .confirm),
        // ussd, SIMToolkitCallDropped, GeneralBeep, NegativeACK, PositiveACK, SMS
        (1_050...1_050, .notify), (1_051...1_051, .warning), (1_052...1_052, .notify), (1_053...1_053, .error),
        (1_054...1_054, .confirm), (1_055...1_055, .message),
        // Tink; ct-busy, ct-congestion, ct-path-ack, ct-error, ct-call-waiting, ct-keytone2
        (1_057...1_057, .tick), (1_070...1_071, .warning), (1_072...1_072, .confirm), (1_073...1_073, .error),
        (1_074...1_074, .notify), (1_075...1_075, .tick),
        // lock, unlock, a failed unlock; Tink and Tock of the keyboard
        (1_100...1_100, .click), (1_101...1_101, .click), (1_102...1_102, .error),
        (1_103...1_103, .tick), (1_104...1_105, .tock),
        // beep-beep when power is connected, RingerChanged, photoShutter, shake
        (1_106...1_106, .start), (1_107...1_107, .notify), (1_108...1_108, .click), (1_109...1_109, .notify),
        // jbl_begin, jbl_confirm, jbl_cancel, begin_record, end_record, jbl_ambiguous, jbl_no_match, and of video
        (1_110...1_110, .start), (1_111...1_111, .confirm), (1_112...1_112, .cancel), (1_113...1_113, .start),
        (1_114...1_114, .stop), (1_115...1_115, .warning), (1_116...1_116, .error), (1_117...1_117, .start),
        (1_118...1_118, .stop),
        // vc~invitation-accepted, vc~ringing, vc~ended, ct-call-waiting, vc~ringing
        (1_150...1_150, .confirm), (1_151...1_151, .doorbell), (1_152...1_152, .stop), (1_153...1_153, .notify),
        (1_154...1_154, .doorbell),
        // dtmf-0 to 9, star and pound
        (1_200...1_211, .tick),
        // Voicemail, ReceivedMessage, new-mail; mail-sent; alarm; lock; Tock; sms-received1 to 6, Voicemail
        (1_300...1_302, .message), (1_303...1_303, .confirm), (1_304...1_304, .alarm), (1_305...1_305, .click),
        (1_306...1_306, .tock), (1_307...1_315, .message),
    ]

    /// Returns the sound for a number: that of a known number, otherwise the alert. The alert also stands for iOS's
    /// alert tones, such as Calypso (1322), and for 4095, which makes a telephone vibrate.
    static func name(of id: SystemSoundID) -> SoundName {
        names.first { $0.0.contains(id) }?.1 ?? .alert
    }
}
