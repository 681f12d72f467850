package load

import "strings"

// hostileJSON returns values that are known to trip up JSON parsers, databases or web pages. Not all of them are valid JSON.
func hostileJSON() []string {
	return []string{
		"null", "true", "false", "0", "-0", "-1", "1.5", "5.0", "1e2", "1e400", "-1e400", "1e-400", "1E+2",
		"9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
		"9007199254740993", "2147483648", "4294967296", strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1",
		"NaN", "Infinity", "-Infinity", "undefined", "0x10", "1_000", "+5", ".5", "5.", "01", "--1",
		`""`, `" "`, `"5"`, `"null"`, `"true"`, `"\u0000"`, `"a\u0000b"`, "\"a\x00b\"", `"\ud800"`, `"\udc00\ud800"`, `"\ud83d\ude00"`,
		"\"\xff\xfe\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf8\x88\x80\x80\x80\"", `"\x41"`, `"\u12"`, "'single'", "\"line\nend\"", "\"tab\there\"",
		"\"\u202egnirts\u202c\"", "\"\u200b\u200c\u200d\u2060\"", "\"\ufeffmark\"", "\"e\u0301\u0301\u0301\"", `"👩‍👩‍👧‍👦"`, "\"\uffff\ufffe\"", "\"\U0010ffff\"",
		`"İıſK"`, `"%s%n%x"`, `"{{7*7}}"`, `"${jndi:ldap://x}"`, `"'; DROP TABLE tickets; --"`, `"\" OR 1=1 --"`, `"../../etc/passwd"`,
		`"<script>alert(1)</script>"`, `"=cmd|' /C calc'!A0"`, `"\r\nSet-Cookie: a=b"`,
		`"2026-02-30"`, `"0000-00-00"`, `"9999-12-31"`, `"10000-01-01"`, `"-0001-01-01"`, `"2026-1-1"`, `"2026-06-30T23:59:60Z"`, `"1e3"`,
		`"#GGGGGG"`, `"#fff"`, `"00000000-0000-0000-0000-000000000000"`, `"ffffffff-ffff-ffff-ffff-ffffffffffff"`, `"urn:uuid:00000000-0000-0000-0000-000000000000"`,
		"{}", "[]", "[[]]", "[null]", `[1,"a",null,{}]`, `{"a":1,"a":2}`, `{"":{"":{}}}`, `{"__proto__":{"x":1}}`, `[""]`, `[" "]`, "[0,-1,1.5]",
		quoted(strings.Repeat("x", 81)), quoted(strings.Repeat("x", 256)), quoted(strings.Repeat("é", 2001)),
		quoted(strings.Repeat("z", 100_001)), "[" + strings.TrimSuffix(strings.Repeat(`"a",`, 501), ",") + "]",
		strings.Repeat("[", 200) + strings.Repeat("]", 200), strings.Repeat("[", 12_000) + strings.Repeat("]", 12_000),
		strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000), strings.Repeat("[", 50_000),
	}
}

// hostileText returns strings that are known to cause trouble in paths and queries.
func hostileText() []string {
	return []string{
		"", " ", "0", "-1", "1.0", "+1", "1e3", "0x1", "501", "9223372036854775808", strings.Repeat("9", 300), "null", "undefined", "true",
		"%00", "%0a", "%0d%0a", "%", "%zz", "%c0%af", "%ff", "%ed%a0%80", "%f0%9f%9a%80", "%2e%2e", "%252e", "..", ".", "%2f", "%5c", "%3f", "%23", "%26", "%3d", "+",
		"'", "%22", ";", "|", "*", "~", "{uuid}", "%7Buuid%7D", "__proto__", "constructor", "[]", "%5B%5D", "$where", "2026-13-01", "2026-02-30", "yesterday",
		"2026-01-01T00:00:00+99:00", "0000-01-01", "9999-12-31T23:59:59Z", "00000000-0000-0000-0000-000000000000",
		"0192AAAA-0000-7000-8000-000000000001", "0192aaaa000070008000000000000001", "%7B0192aaaa-0000-7000-8000-000000000001%7D",
		strings.Repeat("a", 300), strings.Repeat("a", 5000), strings.Repeat("%41", 3000), strings.Repeat(",", 1500), strings.Repeat("../", 50),
	}
}
