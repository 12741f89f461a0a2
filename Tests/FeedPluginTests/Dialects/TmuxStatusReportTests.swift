import FeedCore
import Testing

@testable import FeedPlugin

struct TmuxStatusReportTests {
  @Test(arguments: [
    ("#[fg=red]a#[default]b", "[#cd0000]a[]b"),
    ("#[fg=colour21,bg=#102030 bold]a", "[#0000ff on#102030 b]a"),
    ("#[fg=brightred,italics]a#[noitalics]b", "[#ff0000 i]a[#ff0000]b"),
    ("##[fg=red]", "#[fg=red]"),
    ("100% ## #S #{x}", "100% # #S #{x}"), ("#[fg=red", "#[fg=red"), ("#[fg=default]a", "a"),
    ("#[fg=blue,bg=white,reverse]a", "[#e5e5e5 on#0000ee]a"), ("#[align=left range=user|x]a", "a"),
    ("a#", "a#"), ("#[]a", "a"),
  ])
  func `styles are colours or nothing`(_ text: String, _ expected: String) {
    #expect(TmuxStyles.read(text).phrase == expected)
  }

  @Test func `the last line counts, however the job ends`() {
    #expect(Script("tmux").phrase("a\nb 5%\n") == "value=\"b 5%\" number=5[percent]")
    #expect(Script("tmux").phrase("a\n", .exited(1)) == "value=\"a\"")
    #expect(Script("tmux").phrase("", .exited(127)) == "rejected: exited with 127")
    #expect(Script("tmux").phrase("") == "value=\"\" hidden")
    #expect(Script("tmux", .stream).phrase("a\n#[fg=red]\n") == "value=\"\" hidden")
  }
}
