import CarillonDevices
import Dispatch
import TestSupport
import Testing

@testable import CarillonBoard
@testable import CarillonPage

/// The page of a whole board, asked over HTTP as a browser does.
@Suite struct BoardPageTests {
    @Test func firstStateDescribesTheBoard() throws {
        let bench = try PageBench()
        defer { bench.close() }
        let state = bench.state()
        #expect(state.contains(#""name":"Front door","program":"bell","simulated":true,"control":true"#))
        #expect(state.contains(#"["button","ring","",1,""]"#))
        #expect(state.contains(#"{"name":"","type":"press","set":false,"act":"press","keys":["r"]}"#))
        expectEqual(state.contains(#""type":"level","unit":" V","min":0"#), false)
        #expect(state.contains(#""devices":{"button ring":{"":0},"encoder volume":{"":0},"switch night":{"":0}"#))
        #expect(state.contains(#""rows":[{"n":0,"event":"start","model":"0","changed":true"#))
    }

    /// A browser that has watched the last run of the program asks while this one starts.
    @Test(arguments: [false, true]) func boardIsDescribedWhenItsLoopRuns(isWatchedBefore: Bool) throws {
        let bench = try PageBench(isWatchedBeforeStart: isWatchedBefore)
        defer { bench.close() }
        let state = bench.state()
        let number = try #require(state.firstRange(of: #""name":"count","features":"#))
        let set = try #require(state[number.upperBound...].firstRange(of: #""set":"#))
        #expect(state[set.upperBound...].hasPrefix("false"))
    }

    @Test func pressIsShownWithItsEventAndItsEffects() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        expectEqual(bench.act(#"{"device":"button ring","do":"press"}"#), 202)
        let state = bench.state { $0.contains(#""button ring":{"":1}"#) && $0.contains(#""number count":{"":1}"#) }
        // The LEDs of a number report nothing themselves.
        #expect(state.contains(#""led low":{"":1}"#))
        #expect(state.contains(#""n":1,"event":"ring","model":"1","changed":true,"effects":["tell(1)"]"#))
        #expect(!state.contains("board"))
        expectEqual(bench.act(#"{"device":"button ring","do":"release"}"#), 202)
        _ = bench.state { $0.contains(#""button ring":{"":0}"#) }
        expectEqual(bench.told.withLock { $0 }, [1])
    }

    /// The browser has gone while it held the button.
    @Test func pressEndsUnlessItIsRepeated() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        for seconds in [30, 0.02] {
            expectEqual(bench.act(#"{"device":"button ring","do":"press","value":\#(seconds)}"#), 202)
        }
        _ = bench.state { $0.contains(#""button ring":{"":1}"#) || $0.contains(#""number count":{"":1}"#) }
        _ = bench.state { $0.contains(#""button ring":{"":0}"#) }
        expectEqual(bench.told.withLock { $0 }, [1])
        for seconds in ["-1", "61", "1e300"] {
            expectEqual(bench.act(#"{"device":"button ring","do":"press","value":\#(seconds)}"#), 400)
        }
    }

    @Test func releaseEndsTheHold() throws {
        let bench = try PageBench()
        defer { bench.close() }
        expectEqual(bench.act(#"{"device":"button ring","do":"press","value":30}"#), 202)
        expectEqual(bench.holds, ["button ring "])
        expectEqual(bench.act(#"{"device":"button ring","do":"release"}"#), 202)
        expectEqual(bench.holds, [])
    }

    @Test func inputsThatTheLoopIgnoresAndOutputsAreShown() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        for (act, value) in [
            (#""switch night","do":"set","value":true"#, #""switch night":{"":1}"#),
            (#""encoder volume","do":"turn","value":-2"#, #""encoder volume":{"":-2}"#),
            (#""led lamp","do":"set","value":0.5"#, #""led lamp":{"":0.502}"#),
            (##""rgb mood","do":"set","value":"#ff8000""##, ##""rgb mood":{"":"#ff8000"}"##),
            (##""rgb mood","do":"set","value":"#000000""##, ##""rgb mood":{"":"#000000"}"##),
        ] {
            expectEqual(bench.act(#"{"device":\#(act)}"#), 202, "\(act)")
            _ = bench.state { $0.contains(value) }
        }
    }

    /// The next model would undo what the page sets, also on a light that is a part of a number.
    @Test(arguments: [("number count", "1"), ("led low", "true")])
    func commandForAnOutputThatAViewDrivesIsRefusedWithTheReason(device: String, value: String) throws {
        let bench = try PageBench()
        defer { bench.close() }
        let state = bench.state()
        let features = #"[{"name":"","type":"level","step":1,"unit":"","off":false,"set":false"#
        #expect(state.contains(#""name":"count","features":"# + features), "\(state)")
        expectEqual(bench.act(#"{"device":"\#(device)","do":"set","value":\#(value)}"#), 409)
        let commands = bench.get("/api/commands").body
        let reason = "\(device) cannot be set: the model drives this device, and the program has no event for it"
        #expect(commands.contains(#""refusal":"\#(reason)""#), "\(commands)")
    }

    @Test func tooLongOrInvalidTextIsListedAsRefused() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        expectEqual(bench.act(#"{"device":"reader cards","do":"enter","value":"\u0001"}"#), 202)
        _ = bench.state { $0.contains(#""commands":2"#) }
        #expect(bench.get("/api/commands").body.contains("the device does not take"))
        for (count, status) in [(4097, 409), (4096, 202), (20, 202)] {
            let text = String(repeating: "a", count: count)
            expectEqual(bench.act(#"{"device":"reader cards","do":"enter","value":"\#(text)"}"#), status)
        }
        #expect(bench.get("/api/commands").body.contains("cards takes at most 4096 bytes"))
    }

    @Test(arguments: [false, true]) func commandsAndRefusedRequestsAreShownWithTheirSource(isReal: Bool) throws {
        let bench = try PageBench(isReal: isReal, hasControl: true)
        defer { bench.close() }
        expectEqual(bench.act(#"{"device":"led lamp","do":"set","value":0.5}"#), 202)
        expectEqual(bench.act(#"{"device":"relay valve","do":"set","value":true}"#), 409)
        expectEqual(bench.getWithoutKey("/next"), 401)
        expectEqual(bench.getWithoutKey("/next"), 401)
        let state = bench.state { $0.contains(#""commands":4"#) }
        #expect(state.contains(#""commands":4"#))
        let commands = bench.get("/api/commands").body
        let order = [
            #"{"source":"page","text":"GET /next","refusal":"the key is missing or wrong"#, #""count":2"#,
            #"{"source":"page","text":"set relay valve on","refusal":"relay valve cannot be set: the wiring does not let the page set this device"#,
            #"{"source":"page","text":"set led lamp 0.5","refusal":null"#,
        ].map { commands.firstRange(of: $0)?.lowerBound ?? commands.endIndex }
        #expect(order == order.sorted() && order.last != commands.endIndex, "\(commands)")
        let refused =
            "page: refused GET /next: the key is missing or wrong; open the address that the program has printed"
        let set = [
            "page: set led lamp 0.5",
            "page: refused set relay valve on: relay valve cannot be set: the wiring does not let the page set this device",
        ]
        expectEqual(bench.reports.withLock { $0 }, (isReal ? set : []) + [refused])
    }

    @Test(arguments: [
        ("", 400), ("[]", 400), (#"{"device":"button ring"}"#, 400), (#"{"device":"button no","do":"press"}"#, 404),
        (#"{"device":"button ring","feature":"no","do":"press"}"#, 404),
        (#"{"device":"button ring","do":"turn","value":1}"#, 409), (#"{"device":"led lamp","do":"press"}"#, 409),
        (#"{"device":"led lamp","do":"set"}"#, 409), (#"{"device":"led lamp","do":"set","value":"on"}"#, 409),
        (##"{"device":"rgb mood","do":"set","value":"#+f8000"}"##, 409),
        (#"{"device":"encoder volume","do":"turn","value":1000000}"#, 409),
        (#"{"device":"encoder volume","do":"turn","value":0.5}"#, 409),
        (#"{"device":"encoder volume","do":"turn"}"#, 409), (#"{"device":"number count","do":"set","value":0.5}"#, 409),
        (#"{"device":"number count","do":"set","value":-1}"#, 409),
        (#"{"device":"number count","do":"set","value":4}"#, 409),
        (#"{"device":"relay valve","do":"set","value":true}"#, 409),
        (#"{"device":"app-number start","do":"set","value":10}"#, 409),
        (#"{"device":"app-number start","do":"set","value":0.5}"#, 409),
        (#"{"device":"app-select tune","do":"set","value":"fast"}"#, 409),
        (#"{"device":"app-text state","do":"set","value":"new"}"#, 409),
    ])
    func impossibleCommandIsRefused(body: String, status: Int) throws {
        let bench = try PageBench()
        defer { bench.close() }
        expectEqual(bench.act(body), status)
    }

    @Test func eventIsShownWithTheDevicesOfItsTime() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        for number in 1...3 {
            bench.press()
            _ = bench.state { $0.contains(#""number count":{"":\#(number)}"#) }
        }
        let event = bench.get("/api/event?n=2").body
        #expect(event.contains(#""event":["","Event","ring"],"before":["","Int","1"],"after":["","Int","2"]"#))
        #expect(event.contains(#""effects":[{"text":"tell(2)","tree":["","Effect.tell",[["","Int","2"]]]"#))
        // The button is pressed after the event that its press has caused.
        #expect(event.contains(#""devices":{"button ring":{"":1}"#))
        #expect(event.contains(#""number count":{"":2}"#))
        #expect(event.contains(#""led low":{"":0},"led high":{"":1}"#))
        #expect(bench.get("/api/event?n=0").body.contains(#""event":null,"before":null,"after":["","Int","0"]"#))
        expectEqual(bench.get("/api/event?n=4").status, 404)
        expectEqual(bench.get("/api/event?n=9223372036854775807").status, 400)
        expectEqual(bench.get("/api/event").status, 400)
        #expect(bench.get("/api/rows?after=2&most=1").body.hasPrefix(#"{"rows":[{"n":2,"event":"ring""#))
        expectEqual(bench.get("/api/rows?after=9223372036854775807&most=9223372036854775807").body, #"{"rows":[]}"#)
        expectEqual(bench.get("/api/trace").body.components(separatedBy: #""name":"ring""#), 4)
    }

    @Test func loopResumesFromAnEarlierEvent() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        for _ in 1...3 { bench.press() }
        _ = bench.state { $0.contains(#""number count":{"":3}"#) }
        expectEqual(bench.post("/api/go-on", #"{"event":1}"#), 202)
        _ = bench.state { $0.contains(#""number count":{"":1}"#) }
        bench.press()
        _ = bench.state { $0.contains(#""number count":{"":2}"#) }
        expectEqual(bench.post("/api/go-on", #"{"event":99}"#), 404)
        expectEqual(bench.post("/api/go-on", #"{"event":-1}"#), 400)
        expectEqual(bench.post("/api/go-on", ""), 400)
    }

    @Test func loopCanBePausedAndStepped() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        expectEqual(bench.post("/api/pause", "{}"), 202)
        _ = bench.state { $0.contains(#""paused":true"#) }
        for _ in 1...3 { bench.press() }
        expectEqual(bench.post("/api/step", "{}"), 202)
        _ = bench.state { $0.contains(#""number count":{"":1}"#) }
        expectEqual(bench.post("/api/run", "{}"), 202)
        _ = bench.state { $0.contains(#""number count":{"":3}"#) && $0.contains(#""paused":false"#) }
    }

    /// A replay could not stop or go back like the recorded program.
    @Test func loopWhoseSessionIsRecordedCannotBePaused() throws {
        let bench = try PageBench(isRecorded: true)
        defer { bench.close() }
        for path in ["pause", "run", "step"] { expectEqual(bench.post("/api/\(path)", "{}"), 409) }
        expectEqual(bench.post("/api/go-on", #"{"event":0}"#), 409)
        expectEqual(bench.get("/api/session").body, "file")
        #expect(bench.get("/api/session").head.contains("Content-Type: application/octet-stream"))
        expectEqual(bench.get("/api/test").body, "test")
        #expect(bench.get("/api/test").head.contains("Content-Type: text/plain"))
    }

    @Test func testIsCreatedInTheBackgroundAndCancelledWhenItsClientDisconnects() throws {
        let bench = try PageBench(keepsTestWaiting: true)
        defer { bench.close() }
        func expectOthersAreAnswered() { expectEqual(bench.get("/api/rows?after=0&most=1").status, 200) }
        do {
            let visitor = bench.begin("/api/test")
            bench.testWanted.wait()
            expectOthersAreAnswered()
            withExtendedLifetime(visitor) {}
        }
        expectEqual(bench.testEnded.wait(timeout: .now() + .seconds(60)), .success)
        // The end of the work comes too late for an answer.
        bench.test.withLock { $0.take() }?(nil)
        expectOthersAreAnswered()

        let asking = bench.begin("/api/test")
        bench.testWanted.wait()
        expectOthersAreAnswered()
        bench.test.withLock { $0 }?(Array("test".utf8))
        expectEqual(asking.answer().body, "test")
    }

    @Test func pageOfARealBoardRefusesCommands() throws {
        let bench = try PageBench(isReal: true)
        defer { bench.close() }
        #expect(bench.state().contains(#""simulated":false,"control":false"#))
        expectEqual(bench.act(#"{"device":"led lamp","do":"set","value":1}"#), 403)
        expectEqual(bench.post("/api/pause", "{}"), 403)
        expectEqual(bench.post("/api/go-on", #"{"event":0}"#), 403)
    }

    @Test func pageWithControlSetsTheOutputsOfARealBoard() throws {
        let bench = try PageBench(isReal: true, hasControl: true)
        defer { bench.close() }
        _ = bench.state()
        expectEqual(bench.act(#"{"device":"led lamp","do":"set","value":1}"#), 202)
        _ = bench.state { $0.contains(#""led lamp":{"":1}"#) }
        expectEqual(bench.act(#"{"device":"button ring","do":"press"}"#), 409)
        expectEqual(bench.post("/api/pause", "{}"), 403)
    }

    @Test func volumeIsSetAndMuted() throws {
        let bench = try PageBench()
        defer { bench.close() }
        #expect(bench.state().contains(#""kind":"volume","title":"volume","name":"main","own":true"#))
        expectEqual(bench.act(#"{"device":"volume main","do":"set","value":30}"#), 202)
        expectEqual(bench.act(#"{"device":"volume main","feature":"muted","do":"set","value":1}"#), 202)
        _ = bench.state { $0.contains(#""volume main":{"":30,"muted":1}"#) }
        expectEqual(bench.act(#"{"device":"volume main","do":"set","value":101}"#), 409)
        expectEqual(bench.get("/api/image?device=volume%20main").status, 404)
        expectEqual(bench.get("/api/image?device=nothing&feature=x").status, 404)
    }

    @Test func valuesOfTheApplicationAreShownAndSet() throws {
        let bench = try PageBench(isReal: true, hasControl: true)
        defer { bench.close() }
        let state = bench.state()
        for value in [
            #"{"kind":"app-number","title":"number","name":"start","own":true,"features":[{"name":"","type":"level","min":0,"max":9,"step":1,"unit":"","off":false,"set":true}]}"#,
            #"{"kind":"app-select","title":"choice","name":"tune","own":true,"features":[{"name":"","type":"text","set":true,"options":["calm","loudly"]}]}"#,
            #"{"kind":"app-button","title":"button","name":"reset","own":true,"features":[{"name":"","type":"press","set":true}]}"#,
            #"{"kind":"app-text","title":"text","name":"state","own":true,"features":[{"name":"","type":"text","set":false}]}"#,
        ] { #expect(state.contains(value), "\(state)") }
        expectEqual(bench.act(#"{"device":"app-number start","do":"set","value":7}"#), 202)
        _ = bench.state {
            $0.contains(#""event":"start(7)","model":"7""#) && $0.contains(#""app-text state":{"":"at 7"}"#)
        }
        expectEqual(bench.act(#"{"device":"app-select tune","do":"set","value":"calm"}"#), 202)
        _ = bench.state { $0.contains(#""app-select tune":{"":"calm"}"#) && $0.contains(#""model":"47""#) }
        expectEqual(bench.act(#"{"device":"app-button reset","do":"set","value":true}"#), 202)
        _ = bench.state { $0.contains(#""event":"reset","model":"0""#) }
    }

    @Test func pageServesTheFilesAndSoundsOfTheProgram() throws {
        let bench = try PageBench()
        defer { bench.close() }
        #expect(bench.get("/page.js").head.contains("Content-Type: text/javascript"))
        expectEqual(bench.get("/page.js").body, "page.js")
        expectEqual(bench.get("/page.exe").status, 404)
        expectEqual(bench.get("/api/sound?name=alert").body, "alert")
        expectEqual(bench.get("/api/sound?name=%2Fetc%2Fpasswd").status, 404)
        expectEqual(bench.get("/api/sound?name=nothing").status, 404)
        expectEqual(bench.get("/api/session").status, 404)
        expectEqual(bench.get("/api/nothing").status, 404)
        expectEqual(bench.get("/api/act").status, 405)
    }

    /// A page that asks for nothing more, and one that has gone, cost the loop nothing.
    @Test func stateIsNotCopiedWithoutABrowser() throws {
        let bench = try PageBench()
        defer { bench.close() }
        for _ in 1...100 { bench.announce() }
        expectEqual(bench.copies, 0)
    }
}

extension String {
    fileprivate func components(separatedBy part: String) -> Int { ranges(of: part).count + 1 }
}
