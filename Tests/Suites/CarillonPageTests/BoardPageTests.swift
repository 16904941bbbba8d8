import CarillonDevices
import Dispatch
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
        #expect(state.contains(#""type":"level","unit":" V","min":0"#) == false)
        #expect(state.contains(#""devices":{"button ring":{"":0},"encoder volume":{"":0},"switch night":{"":0}"#))
        #expect(state.contains(#""rows":[{"n":0,"event":"start","model":"0","changed":true"#))
    }

    @Test func pressIsSeenWithItsEventAndItsEffects() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        #expect(bench.act(#"{"device":"button ring","do":"press"}"#) == 202)
        let state = bench.state { $0.contains(#""button ring":{"":1}"#) && $0.contains(#""number count":{"":1}"#) }
        // The LEDs of a number report nothing themselves.
        #expect(state.contains(#""led low":{"":1}"#))
        #expect(state.contains(#""n":1,"event":"ring","model":"1","changed":true,"effects":["tell(1)"]"#))
        #expect(!state.contains("board"))
        #expect(bench.act(#"{"device":"button ring","do":"release"}"#) == 202)
        _ = bench.state { $0.contains(#""button ring":{"":0}"#) }
        #expect(bench.told.withLock { $0 } == [1])
    }

    /// The browser has gone while it held the button.
    @Test func pressThatIsNotRepeatedEnds() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        for seconds in [30, 0.02] {
            #expect(bench.act(#"{"device":"button ring","do":"press","value":\#(seconds)}"#) == 202)
        }
        _ = bench.state { $0.contains(#""button ring":{"":1}"#) || $0.contains(#""number count":{"":1}"#) }
        _ = bench.state { $0.contains(#""button ring":{"":0}"#) }
        #expect(bench.told.withLock { $0 } == [1])
        for seconds in ["-1", "61", "1e300"] {
            #expect(bench.act(#"{"device":"button ring","do":"press","value":\#(seconds)}"#) == 400)
        }
    }

    @Test func releaseEndsTheHold() throws {
        let bench = try PageBench()
        defer { bench.close() }
        #expect(bench.act(#"{"device":"button ring","do":"press","value":30}"#) == 202)
        #expect(bench.holds == ["button ring "])
        #expect(bench.act(#"{"device":"button ring","do":"release"}"#) == 202)
        #expect(bench.holds == [])
    }

    @Test func inputsThatTheLoopIgnoresAreSeen() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        #expect(bench.act(#"{"device":"switch night","do":"set","value":true}"#) == 202)
        _ = bench.state { $0.contains(#""switch night":{"":1}"#) }
        #expect(bench.act(#"{"device":"encoder volume","do":"turn","value":-2}"#) == 202)
        _ = bench.state { $0.contains(#""encoder volume":{"":-2}"#) }
    }

    @Test func outputIsSet() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        #expect(bench.act(#"{"device":"led lamp","do":"set","value":0.5}"#) == 202)
        _ = bench.state { $0.contains(#""led lamp":{"":0.502}"#) }
        #expect(bench.act(##"{"device":"rgb mood","do":"set","value":"#ff8000"}"##) == 202)
        _ = bench.state { $0.contains(##""rgb mood":{"":"#ff8000"}"##) }
        #expect(bench.act(##"{"device":"rgb mood","do":"set","value":"#000000"}"##) == 202)
        _ = bench.state { $0.contains(##""rgb mood":{"":"#000000"}"##) }
    }

    @Test(arguments: [false, true]) func commandsAndRefusedRequestsAreShownWithTheirSource(isReal: Bool) throws {
        let bench = try PageBench(isReal: isReal, hasControl: true)
        defer { bench.close() }
        #expect(bench.act(#"{"device":"led lamp","do":"set","value":0.5}"#) == 202)
        #expect(bench.act(#"{"device":"relay valve","do":"set","value":true}"#) == 409)
        #expect(bench.getWithoutKey("/next") == 401)
        #expect(bench.getWithoutKey("/next") == 401)
        let state = bench.state { $0.contains(#""commands":4"#) }
        #expect(state.contains(#""commands":4"#))
        let commands = bench.get("/api/commands").body
        let order = [
            #"{"source":"page","text":"GET /next","refusal":"the key is missing or wrong"#, #""count":2"#,
            #"{"source":"page","text":"set relay valve on","refusal":"the wiring does not let the page set relay valve"#,
            #"{"source":"page","text":"set led lamp 0.5","refusal":null"#,
        ].map { commands.firstRange(of: $0)?.lowerBound ?? commands.endIndex }
        #expect(order == order.sorted() && order.last != commands.endIndex, "\(commands)")
        let refused =
            "page: refused GET /next: the key is missing or wrong; open the address that the program has printed"
        let set = [
            "page: set led lamp 0.5",
            "page: refused set relay valve on: the wiring does not let the page set relay valve",
        ]
        #expect(bench.reports.withLock { $0 } == (isReal ? set : []) + [refused])
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
    ])
    func actThatCannotBeDoneIsRefused(body: String, status: Int) throws {
        let bench = try PageBench()
        defer { bench.close() }
        #expect(bench.act(body) == status)
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
        #expect(bench.get("/api/event?n=4").status == 404)
        #expect(bench.get("/api/event?n=9223372036854775807").status == 400)
        #expect(bench.get("/api/event").status == 400)
        #expect(bench.get("/api/rows?after=2&most=1").body.hasPrefix(#"{"rows":[{"n":2,"event":"ring""#))
        #expect(bench.get("/api/rows?after=9223372036854775807&most=9223372036854775807").body == #"{"rows":[]}"#)
        #expect(bench.get("/api/trace").body.components(separatedBy: #""name":"ring""#) == 4)
    }

    @Test func loopGoesOnFromAnEarlierEvent() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        for _ in 1...3 { bench.press() }
        _ = bench.state { $0.contains(#""number count":{"":3}"#) }
        #expect(bench.post("/api/go-on", #"{"event":1}"#) == 202)
        _ = bench.state { $0.contains(#""number count":{"":1}"#) }
        bench.press()
        _ = bench.state { $0.contains(#""number count":{"":2}"#) }
        #expect(bench.post("/api/go-on", #"{"event":99}"#) == 404)
        #expect(bench.post("/api/go-on", #"{"event":-1}"#) == 400)
        #expect(bench.post("/api/go-on", "") == 400)
    }

    @Test func loopIsStoppedAndStepped() throws {
        let bench = try PageBench()
        defer { bench.close() }
        _ = bench.state()
        #expect(bench.post("/api/pause", "{}") == 202)
        _ = bench.state { $0.contains(#""paused":true"#) }
        for _ in 1...3 { bench.press() }
        #expect(bench.post("/api/step", "{}") == 202)
        _ = bench.state { $0.contains(#""number count":{"":1}"#) }
        #expect(bench.post("/api/run", "{}") == 202)
        _ = bench.state { $0.contains(#""number count":{"":3}"#) && $0.contains(#""paused":false"#) }
    }

    /// A replay could not stop or go back like the recorded program.
    @Test func loopWhoseSessionIsRecordedGoesOn() throws {
        let bench = try PageBench(isRecorded: true)
        defer { bench.close() }
        for path in ["pause", "run", "step"] { #expect(bench.post("/api/\(path)", "{}") == 409) }
        #expect(bench.post("/api/go-on", #"{"event":0}"#) == 409)
        #expect(bench.get("/api/session").body == "file")
        #expect(bench.get("/api/session").head.contains("Content-Type: application/octet-stream"))
        #expect(bench.get("/api/test").body == "test")
        #expect(bench.get("/api/test").head.contains("Content-Type: text/plain"))
    }

    @Test func testEndsWhenItsVisitorLeaves() throws {
        let bench = try PageBench(keepsTestWaiting: true)
        defer { bench.close() }
        do {
            let visitor = bench.begin("/api/test")
            bench.testWanted.wait()
            // Others do not wait for the test.
            #expect(bench.get("/api/rows?after=0&most=1").status == 200)
            withExtendedLifetime(visitor) {}
        }
        #expect(bench.testEnded.wait(timeout: .now() + .seconds(60)) == .success)
        // The end of the work comes too late for an answer.
        bench.test.withLock { $0.take() }?(nil)
        #expect(bench.get("/api/rows?after=0&most=1").status == 200)
    }

    @Test func pageGoesOnWhileATestIsMade() throws {
        let bench = try PageBench(keepsTestWaiting: true)
        defer { bench.close() }
        let asking = bench.begin("/api/test")
        bench.testWanted.wait()
        #expect(bench.get("/api/rows?after=0&most=1").status == 200)
        bench.test.withLock { $0 }?(Array("test".utf8))
        #expect(asking.answer().body == "test")
    }

    @Test func realBoardOnlyShows() throws {
        let bench = try PageBench(isReal: true)
        defer { bench.close() }
        #expect(bench.state().contains(#""simulated":false,"control":false"#))
        #expect(bench.act(#"{"device":"led lamp","do":"set","value":1}"#) == 403)
        #expect(bench.post("/api/pause", "{}") == 403)
        #expect(bench.post("/api/go-on", #"{"event":0}"#) == 403)
    }

    @Test func withControlTheOutputsOfARealBoardAreSet() throws {
        let bench = try PageBench(isReal: true, hasControl: true)
        defer { bench.close() }
        _ = bench.state()
        #expect(bench.act(#"{"device":"led lamp","do":"set","value":1}"#) == 202)
        _ = bench.state { $0.contains(#""led lamp":{"":1}"#) }
        #expect(bench.act(#"{"device":"button ring","do":"press"}"#) == 409)
        #expect(bench.post("/api/pause", "{}") == 403)
    }

    @Test func volumeIsSetAndMuted() throws {
        let bench = try PageBench()
        defer { bench.close() }
        #expect(bench.state().contains(#""kind":"volume","title":"volume","name":"main","own":true"#))
        #expect(bench.act(#"{"device":"volume main","do":"set","value":30}"#) == 202)
        #expect(bench.act(#"{"device":"volume main","feature":"muted","do":"set","value":1}"#) == 202)
        _ = bench.state { $0.contains(#""volume main":{"":30,"muted":1}"#) }
        #expect(bench.act(#"{"device":"volume main","do":"set","value":101}"#) == 409)
        #expect(bench.get("/api/image?device=volume%20main").status == 404)
        #expect(bench.get("/api/image?device=nothing&feature=x").status == 404)
    }

    @Test func filesAndSoundsComeFromTheProgram() throws {
        let bench = try PageBench()
        defer { bench.close() }
        #expect(bench.get("/page.js").head.contains("Content-Type: text/javascript"))
        #expect(bench.get("/page.js").body == "page.js")
        #expect(bench.get("/page.exe").status == 404)
        #expect(bench.get("/api/sound?name=alert").body == "alert")
        #expect(bench.get("/api/sound?name=%2Fetc%2Fpasswd").status == 404)
        #expect(bench.get("/api/sound?name=nothing").status == 404)
        #expect(bench.get("/api/session").status == 404)
        #expect(bench.get("/api/nothing").status == 404)
        #expect(bench.get("/api/act").status == 405)
    }

    /// A page that asks for nothing more, and one that has gone, cost the loop nothing.
    @Test func loopIsNotAskedForNewsWithoutABrowser() throws {
        let bench = try PageBench()
        defer { bench.close() }
        for _ in 1...100 { bench.announce() }
        #expect(bench.copies == 0)
    }
}

extension String {
    fileprivate func components(separatedBy part: String) -> Int { ranges(of: part).count + 1 }
}
