extension StreamServer {
    /// A radio, which sends some seconds of an MP3 stream at once. It does not go on after them.
    package static func radio() -> StreamServer {
        let mp3 = EncodedSound.mp3(seconds: 20)
        return StreamServer { client in
            client.request()
            client.sendHead("Content-Type: audio/mpeg")
            client.send(mp3.prefix(64 << 10))
            client.waitForClient()
        }
    }
}
