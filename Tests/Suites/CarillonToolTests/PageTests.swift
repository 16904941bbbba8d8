import TestSupport
import Testing

@testable import CarillonTool

@Suite struct PageTests {
    private static let key = "0123456789abcdef0123456789abcdef"

    @Test func servicesWithAPageAreReadAndOtherNamesAreIgnored() {
        let lines = ["Welcome to the board!", "counter \(Self.key)", "doorbell ", "x 123", ""]
        let offers = [PageOffer(service: "counter", key: Self.key), PageOffer(service: "doorbell", key: "")]
        expectEqual(PageOffer.read(lines), offers)
        // A machine that is not trusted could send anything.
        for name in ["../x", "a b", "a;rm", "$(x)", "\""] {
            expectEqual(PageOffer.read(["\(name) \(Self.key)"]), [], "\(name)")
        }
    }

    @Test func singleServiceOrTheNamedOneIsChosen() throws {
        let (counter, bell) = (PageOffer(service: "counter", key: Self.key), PageOffer(service: "bell", key: Self.key))
        expectEqual(try PageOffer.choose(nil, among: [counter], on: "box"), counter)
        expectEqual(try PageOffer.choose("bell", among: [counter, bell], on: "box"), bell)
        expect("several services on box have a page; name one of counter, bell") { () throws(Failure) in
            try PageOffer.choose(nil, among: [counter, bell], on: "box")
        }
        expect("no on box has no page; the services with a page are bell") { () throws(Failure) in
            try PageOffer.choose("no", among: [bell], on: "box")
        }
        expect(
            "cannot read the key of bell on box; log in as root, or allow sudo without a password"
        ) { () throws(Failure) in
            try PageOffer.choose(nil, among: [PageOffer(service: "bell", key: "")], on: "box")
        }
    }

    @Test func addressOfTheTunnelIsPrinted() throws {
        // The key comes from the first connection; the second one is the tunnel.
        let ssh = try TemporaryFile(
            """
            #!/bin/sh
            case "$*" in
            *page.key*) echo "counter \(Self.key)" ;;
            *"-L 127.0.0.1:"*":/run/counter/page.socket -- pi@box") echo ready ;;
            *) exit 255 ;;
            esac
            """, ending: "sh")
        // Without a desktop, no browser is opened.
        let environment = ["SSH": "sh \(ssh.path)", "DISPLAY": "", "WAYLAND_DISPLAY": ""]
        let run = try ToolRun("page", "pi@box", environment: environment)
        expectEqual(run.status, 0)
        #expect(run.output.hasPrefix("the page of counter on pi@box is at http://127.0.0.1:"))
        #expect(run.output.hasSuffix("/#\(Self.key); ctrl-C ends\n"))
    }

    @Test func unreachableHostIsReported() throws {
        let run = try ToolRun("page", "pi@box", environment: ["SSH": "false"])
        expectEqual(run.status, 1)
        expectEqual(run.notices, "carillon: page: ssh to pi@box has failed: see above\n")
    }

    @Test(arguments: [[], ["-oProxyCommand=x"], ["--", "-oProxyCommand=x"], ["a", "b", "c"]])
    func invalidArgumentsAreRefused(arguments: [String]) throws {
        expectEqual(try ToolRun(["page"] + arguments, environment: ["SSH": "false"]).status, 2)
    }

    private func expect(_ failure: String, _ body: () throws(Failure) -> PageOffer) {
        #expect(throws: Failure(failure)) { try body() }
    }
}
