"""Real bars and terminals, run without a screen: fed line by line and photographed.

    with SwayBar(Place(font="Noto Sans 10")) as bar:
        bar.show(line)
        bar.picture().save("bar.png")

Each client starts what it needs, waits for conditions and never for times, and on every way out
ends what it has started.
"""
