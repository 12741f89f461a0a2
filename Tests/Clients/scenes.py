"""The animations that are played: a number between words that have to stay where they are."""

import json
from dataclasses import dataclass, field

from clients.frames import frames

#: When the number changes, in milliseconds; before, all is at rest.
CHANGE = 2000


@dataclass
class Scene:
    """A metric, its value before, and what happens to it."""

    metric: dict
    before: object = None
    after: object = None
    #: More events than the new value.
    events: list = field(default_factory=list)
    #: More of the config.
    config: dict = field(default_factory=dict)
    #: How many words beside the number hold still: its own block's changes its colour, at times.
    words: int = 2
    #: When the animation that is to be seen begins, in milliseconds.
    start: int = CHANGE
    #: Whether clients of panels show it, and no others.
    is_panel = False

    def lines(self, client):
        """The line at rest before the animation, and all of it."""
        place = client.place
        config = {
            "motion": {"fps": 24, "initial": "none"},
            "output": {
                "background": place.background, "foreground": place.foreground,
                "client": client.client,
            },
            "sources": {"some": {"command": ["true"], "interval": "once"}},
            "metrics": {
                "before": {"source": "some.other", "label": "Before"},
                "number": {"label": "Hxg   {value}   gxH", **self.metric},
                "after": {"source": "some.other", "label": "After"},
            },
            "bars": {"all": ["before", "number", "after"]},
        }
        if "stepper" not in self.metric:
            config["metrics"]["number"]["source"] = "some.number"
        config.update(self.config)
        events = []
        if self.before is not None:
            events.append({"at": 0, "value": {"number": self.before}})
        if self.after is not None:
            events.append({"at": CHANGE, "value": {"number": self.after}})
        played = frames(config, events + self.events, client.output, "-b", "all")
        rest = [line for at, line in played if at < self.start][-1:]
        return rest + [line for at, line in played if at >= self.start]


@dataclass
class Panel:
    """A panel that opens, or that shows another period, between edges that have to hold still."""

    events: list = field(default_factory=list)
    columns: int = 80
    rows: int = 24
    #: When the animation that is to be seen begins, in milliseconds.
    start: int = 0
    is_panel = True

    def lines(self, client):
        """The picture at rest before the animation, and all changes to it."""
        config = {
            "motion": {"fps": 24},
            "output": {"background": client.place.background, "foreground": client.place.foreground},
            "sources": {"some": {"command": ["true"], "interval": "once"}},
            "metrics": {
                "clips": {"source": "some.clips", "title": "Clips", "format": "integer"},
                "size": {
                    "source": "some.size", "title": "Size", "format": {"bytes": "decimal"},
                    "range": "0..1GB"},
                "share": {"source": "some.share", "title": "Share", "format": "percent"},
                "cost": {"source": "some.cost", "title": "Cost", "format": "decimal"},
            },
            "panel": {
                "title": "Stats", "history": False, "periods": {"day": "Today", "week": "This week"},
                "metrics": ["clips", "size", "share", "cost"]},
        }
        line = json.dumps({
            "clips": 120, "size": 536870912, "share": 64, "cost": 3,
            "series": [2, 5, 3, 8, 12, 7, 4, 9],
            "periods": {"week": {"clips": 48213, "size": 912680550, "share": 41, "cost": 17.5}}})
        events = [{"at": 0, "report": {"source": "some", "line": line}}]
        played = frames(
            config, events + self.events, client.output, "--panel", "--size",
            f"{self.columns}x{self.rows}")
        # The last one is what is left when the panel has closed.
        played.pop()
        before = [line for at, line in played if at < self.start]
        # Changes make a picture only together.
        return ["".join(before)] * bool(before) + [l for at, l in played if at >= self.start]


FLIP = {"style": "flip", "stagger": "60ms"}

SCENES = {
    "count": Scene({"motion": "count"}, 1000, 1999),
    "spring": Scene({"motion": "spring"}, 1000, 1999),
    "roll": Scene({"motion": {"style": "roll", "stagger": "60ms"}}, 1299, 1300),
    "roll-down": Scene({"motion": "roll"}, 1300, 1299),
    "odometer": Scene({"motion": "odometer"}, 1295, 1301),
    "flip": Scene({"motion": FLIP}, 1299, 1300),
    "fade": Scene({"motion": {"style": "fade", "duration": "400ms"}}, 1299, 1300),
    "appear": Scene({"motion": "roll", "width": 4}, 96, 1104),
    "tiles-flip": Scene({"look": "tiles", "motion": FLIP}, 1299, 1300),
    "tiles-roll": Scene(
        {"look": "tiles", "motion": {"style": "roll", "stagger": "60ms"}}, 1299, 1300),
    "tiles-clock": Scene(
        {"look": "tiles", "format": "text", "motion": FLIP}, "09:59", "10:00"),
    "tiles-appear": Scene({"look": "tiles", "motion": FLIP, "width": 5}, 96, 1104),
    "tiles-unit": Scene(
        {"look": "tiles", "motion": "count", "format": {"bytes": "decimal"}}, 12000, 94000),
    "tiles-urgent": Scene(
        {"look": "tiles", "motion": FLIP, "format": "percent", "urgent": "critical",
         "thresholds": {"critical": 90}}, 89, 90, words=1),
    "urgent": Scene(
        {"motion": "roll", "format": "percent", "urgent": "critical",
         "thresholds": {"critical": 90}}, 89, 90, words=1),
    "tiles-count": Scene({"look": "tiles", "motion": "count"}, 1000, 1999),
    # At its upper limit the plus is muted, and another press does nothing.
    "stepper": Scene(
        {"stepper": {"range": "0..12", "step": 1}, "motion": "roll",
         "label": "Hxg   {minus} {value} {plus}   gxH"}, 9, words=1,
        events=[{"at": CHANGE + 900 * n, "step": {"metric": "number", "by": 1}}
                for n in range(4)]),
    "stepper-low": Scene(
        {"stepper": {"range": "0..12", "step": 1}, "motion": "roll",
         "label": "Hxg   {minus} {value} {plus}   gxH"}, 1, words=1,
        events=[{"at": CHANGE + 900 * n, "step": {"metric": "number", "by": -1}}
                for n in range(3)]),
    # The value alone changes, in form too: nothing but the number may move.
    "forms": Scene({"motion": "none", "format": {"bytes": "decimal"}}, 1000, 12000),
    "forms-narrow": Scene({"motion": "none", "format": "percent"}, 42, 7),
    "forms-three": Scene(
        {"motion": "none", "format": {"bytes": "binary"}}, 12 * 1024, 128 * 1024),
    "forms-moving": Scene({"motion": "count", "format": {"bytes": "decimal"}}, 1500, 12000),
    "gauge": Scene(
        {"format": "percent", "gauge": 8, "label": "Hxg   {value} {gauge}   gxH",
         "motion": "count"}, 35, 65),
    "gauge-text": Scene(
        {"format": "percent", "gauge": {"style": "text"},
         "label": "Hxg   {value} {gauge}   gxH", "motion": "count"}, 35, 65),
    "gauge-plain": Scene(
        {"format": "percent", "gauge": {"style": "text"}, "motion": "count",
         "label": "Hxg   {value} {gauge}   gxH"}, 35, 65, config={"output": {}}),
    # A bar opens: all numbers and gauges run up from zero together.
    "open": Scene(
        {"format": {"bytes": "decimal"}, "width": 6, "range": "0..100MB", "gauge": 8,
         "label": "Hxg   {value} {gauge}   gxH"}, None, 64_000_000, config={"motion": {"fps": 24}},
        start=CHANGE + 1),
    "open-tiles": Scene(
        {"look": "tiles", "minimum_digits": 4, "label": "Hxg   {value}   gxH"}, None, 1299,
        config={"motion": {"fps": 24}}, start=CHANGE + 1),
    "panel": Panel(),
    "panel-period": Panel(events=[{"at": CHANGE, "period": "week"}], start=CHANGE),
}
