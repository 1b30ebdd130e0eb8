import JSON
import Testing

@Suite struct JSONReaderTests {
    @Test("a tree is read and written back byte for byte")
    func roundTrip() throws {
        let text = #"{"a":[1,-0.5e+10,true,false,null,"x\n\"\\é🍕"],"b":{},"c":[],"d":""}"#
        #expect(try JSONValue(parsing: Array(text.utf8)).json == Array(text.utf8))
    }
}
