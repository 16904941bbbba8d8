import CLibrary

/// A key of a keypad, a keyboard, a remote control or a card reader, by its number in the kernel.
public struct KeyCode: Hashable, Sendable {
    /// The number in `linux/input-event-codes.h`.
    public let number: UInt16

    /// Creates the code with a number.
    public init(_ number: UInt16) { self.number = number }

    /// Whether the key is one of the two Shift keys.
    public var isShift: Bool { number == 42 || number == 54 }

    /// Whether the key ends a line: the Enter key, or the Enter key of a number pad.
    public var endsLine: Bool { number == 28 || number == 96 }

    /// The Tab key.
    package static let tab = KeyCode(15)

    /// Returns the character that the key types in the keyboard layout of the United States; nil for a key without a character.
    /// Card readers and bar-code readers use this layout.
    ///
    /// - Parameter isShifted: Whether Shift is down.
    public func character(isShifted: Bool = false) -> Character? {
        guard let pair = Self.characters[number] else { return nil }
        return isShifted ? pair.shifted : pair.plain
    }

    private static let characters: [UInt16: (plain: Character, shifted: Character)] = {
        var characters: [UInt16: (plain: Character, shifted: Character)] = [57: (" ", " ")]
        // The rows of the main block, each from the code of its first key, and then the number pad.
        for (first, plain, shifted) in [
            (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
            (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (55, "*", "*"),
            (71, "789-456+1230.", "789-456+1230."), (98, "/", "/"), (117, "=", "="), (121, ",", ","),
            (179, "()", "()"), (512, "0123456789*#", "0123456789*#"),
        ] as [(UInt16, String, String)] {
            for (place, pair) in zip(plain, shifted).enumerated() { characters[first + UInt16(place)] = pair }
        }
        return characters
    }()
}

extension KeyCode: CustomStringConvertible {
    /// The kernel's name.
    public var description: String { name }
}

/// The names of keys in `linux/input-event-codes.h`, without `KEY_`.
extension KeyCode {
    /// Creates the code of a key from its name; nil for an unknown name.
    ///
    /// - Parameter name: The kernel's name, such as `KEY_1`, or a number, such as `KEY_0x2bd`.
    public init?(_ name: String) {
        guard name.hasPrefix("KEY_") else { return nil }
        let rest = name.dropFirst(4)
        let number = rest.hasPrefix("0x") ? UInt16(rest.dropFirst(2), radix: 16) : nil
        guard let code = Self.codes[String(rest)] ?? number else { return nil }
        self.init(code)
    }

    /// Returns a hint at the key that is probably meant by `name`. Without one, the hint is where the names are.
    static func keyMeant(by name: String) -> String {
        // All names begin with KEY_, which would make each two of them similar.
        let word = name.uppercased().hasPrefix("KEY_") ? String(name.dropFirst(4)) : name
        let meant = Suggestion.nearest(to: word, among: codes.keys.sorted())
        return meant?.replacing("\"", with: "\"KEY_", maxReplacements: 1)
            ?? "linux/input-event-codes.h lists them, such as KEY_1"
    }

    /// The kernel's name, such as `KEY_1`; for a key without a known name, its number, such as `KEY_0x2bd`.
    public var name: String { "KEY_\(Self.names[number] ?? "0x\(String(number, radix: 16))")" }

    private static let codes = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

    private static let names: [UInt16: String] = {
        var (names, next): ([UInt16: String], UInt16) = ([:], 1)
        for word in list.split(whereSeparator: \.isWhitespace) {
            if word.first == "=" {
                next = UInt16(word.dropFirst()) ?? next
            } else {
                names[next] = String(word)
                next += 1
            }
        }
        return names
    }()

    /// The names in the order of their codes. A number is the code of the name that follows.
    private static let list = """
        ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL A S D
        F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT KPASTERISK
        LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS
        KP1 KP2 KP3 KP0 KPDOT =85 ZENKAKUHANKAKU 102ND F11 F12 RO KATAKANA HIRAGANA HENKAN KATAKANAHIRAGANA MUHENKAN
        KPJPCOMMA KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT
        DELETE MACRO MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA HANGEUL HANJA YEN LEFTMETA
        RIGHTMETA COMPOSE STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND CUT HELP MENU CALC SETUP SLEEP WAKEUP FILE
        SENDFILE DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE ROTATE_DISPLAY CYCLEWINDOWS MAIL BOOKMARKS COMPUTER BACK
        FORWARD CLOSECD EJECTCD EJECTCLOSECD NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND PHONE ISO CONFIG
        HOMEPAGE REFRESH EXIT MOVE EDIT SCROLLUP SCROLLDOWN KPLEFTPAREN KPRIGHTPAREN NEW REDO F13 F14 F15 F16 F17 F18
        F19 F20 F21 F22 F23 F24 =200 PLAYCD PAUSECD PROG3 PROG4 ALL_APPLICATIONS SUSPEND CLOSE PLAY FASTFORWARD
        BASSBOOST PRINT HP CAMERA SOUND QUESTION EMAIL CHAT SEARCH CONNECT FINANCE SPORT SHOP ALTERASE CANCEL
        BRIGHTNESSDOWN BRIGHTNESSUP MEDIA SWITCHVIDEOMODE KBDILLUMTOGGLE KBDILLUMDOWN KBDILLUMUP SEND REPLY FORWARDMAIL
        SAVE DOCUMENTS BATTERY BLUETOOTH WLAN UWB UNKNOWN VIDEO_NEXT VIDEO_PREV BRIGHTNESS_CYCLE BRIGHTNESS_AUTO
        DISPLAY_OFF WWAN RFKILL MICMUTE =352 OK SELECT GOTO CLEAR POWER2 OPTION INFO TIME VENDOR ARCHIVE PROGRAM CHANNEL
        FAVORITES EPG PVR MHP LANGUAGE TITLE SUBTITLE ANGLE FULL_SCREEN MODE KEYBOARD ASPECT_RATIO PC TV TV2 VCR VCR2
        SAT SAT2 CD TAPE RADIO TUNER PLAYER TEXT DVD AUX MP3 AUDIO VIDEO DIRECTORY LIST MEMO CALENDAR RED GREEN YELLOW
        BLUE CHANNELUP CHANNELDOWN FIRST LAST AB NEXT RESTART SLOW SHUFFLE BREAK PREVIOUS DIGITS TEEN TWEN VIDEOPHONE
        GAMES ZOOMIN ZOOMOUT ZOOMRESET WORDPROCESSOR EDITOR SPREADSHEET GRAPHICSEDITOR PRESENTATION DATABASE NEWS
        VOICEMAIL ADDRESSBOOK MESSENGER DISPLAYTOGGLE SPELLCHECK LOGOFF DOLLAR EURO FRAMEBACK FRAMEFORWARD CONTEXT_MENU
        MEDIA_REPEAT 10CHANNELSUP 10CHANNELSDOWN IMAGES =444 NOTIFICATION_CENTER PICKUP_PHONE HANGUP_PHONE LINK_PHONE
        DEL_EOL DEL_EOS INS_LINE DEL_LINE =464 FN FN_ESC FN_F1 FN_F2 FN_F3 FN_F4 FN_F5 FN_F6 FN_F7 FN_F8 FN_F9 FN_F10
        FN_F11 FN_F12 FN_1 FN_2 FN_D FN_E FN_F FN_S FN_B FN_RIGHT_SHIFT =497 BRL_DOT1 BRL_DOT2 BRL_DOT3 BRL_DOT4
        BRL_DOT5 BRL_DOT6 BRL_DOT7 BRL_DOT8 BRL_DOT9 BRL_DOT10 =512 NUMERIC_0 NUMERIC_1 NUMERIC_2 NUMERIC_3 NUMERIC_4
        NUMERIC_5 NUMERIC_6 NUMERIC_7 NUMERIC_8 NUMERIC_9 NUMERIC_STAR NUMERIC_POUND NUMERIC_A NUMERIC_B NUMERIC_C
        NUMERIC_D CAMERA_FOCUS WPS_BUTTON TOUCHPAD_TOGGLE TOUCHPAD_ON TOUCHPAD_OFF CAMERA_ZOOMIN CAMERA_ZOOMOUT
        CAMERA_UP CAMERA_DOWN CAMERA_LEFT CAMERA_RIGHT ATTENDANT_ON ATTENDANT_OFF ATTENDANT_TOGGLE LIGHTS_TOGGLE
        """
}
