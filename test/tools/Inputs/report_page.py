# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report_page.py PAGE.html NAME ...: looks at an HTML report as a browser shows it.

Checks that the page loads nothing and has no script, that its lookups are those of
the tables NAME ..., that nothing is cut off, and that the rectangles of the memory
maps have their colours on the screen, light and dark. Prints what it saw.
"""

import collections
import html
import json
import pathlib
import re
import subprocess
import sys

from report_png import read_png

WIDTH = 1280
# Tells what the browser made of the page: added to a copy, which may run scripts.
PROBE = """<script>
const box = e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
const probe = {
  height: document.documentElement.scrollHeight,
  width: document.documentElement.scrollWidth,
  page: getComputedStyle(document.body).backgroundColor,
  tables: [...document.querySelectorAll('#lookups tr td:first-child')].map(e => e.innerText),
  cut: [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).map(
    e => e.parentElement.id),
  rows: [...document.querySelectorAll('table')].map(
    t => [...t.rows].every(r => r.cells.length == t.rows[0].cells.length)),
  links: [...document.querySelectorAll('nav a')].map(e => !!document.querySelector(e.hash)),
  maps: [...document.querySelectorAll('#maps svg')].map(s => ({
    box: box(s),
    labels: [...s.querySelectorAll('text')].map(t => box(t)),
    rects: [...s.querySelectorAll('rect')].map(r => ({
      kind: r.classList[1], merged: r.classList.contains('merged'), box: box(r), fill: getComputedStyle(r).fill,
      title: r.querySelector('title').textContent }))
  }))
};
const out = document.createElement('pre');
out.id = 'probe';
out.textContent = JSON.stringify(probe);
document.body.append(out);
</script>"""


def browse(folder, page, *options):
    command = ["chromium-headless-shell", "--no-sandbox", "--headless", "--disable-gpu",
               "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
               "--force-color-profile=srgb", "--enable-logging=stderr",
               f"--user-data-dir={folder}/profile", *options, page.as_uri()]
    run = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    messages = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
    assert not messages, messages
    return run.stdout


def measure(folder, page, *options):
    """Layout and colours of the page, by a copy with a script."""
    text = page.read_text(encoding="utf-8")
    copy = folder / "probe.html"
    text = re.sub(r"<meta http-equiv=\"Content-Security-Policy\".*?>", "", text, flags=re.S)
    copy.write_text(text.replace("</body>", PROBE + "</body>"), encoding="utf-8")
    dom = browse(folder, copy, "--dump-dom", f"--window-size={WIDTH},2000", *options)
    return json.loads(html.unescape(re.search(r'<pre id="probe">(.*?)</pre>', dom, re.S)[1]))


def parse_colour(text):
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def check_source(page):
    text = page.read_text(encoding="utf-8")
    for part in ("<script", "http://", "https://", "src=", "url(", "@import", "<link"):
        assert part not in text, f"{part} in the page"


def check_layout(probe, names):
    assert sorted(set(probe["tables"])) == sorted(set(names)), probe["tables"]
    assert probe["width"] <= WIDTH, f"the page is {probe['width']} pixels wide"
    assert "lookups" not in probe["cut"], "columns of the lookups are cut off"
    assert all(probe["rows"]), "rows of different length"
    assert probe["links"] and all(probe["links"]), "a link leads nowhere"
    assert len(probe["maps"]) >= 2, "maps are missing"
    for drawn in probe["maps"]:
        left, top, right, bottom = drawn["box"]
        for inner in [rect["box"] for rect in drawn["rects"]] + drawn["labels"]:
            assert left - 1 <= inner[0] and inner[2] <= right + 1, (drawn["box"], inner)
            assert top - 1 <= inner[1] and inner[3] <= bottom + 1, (drawn["box"], inner)


def count_colours(lines, box):
    left, top, right, bottom = (round(edge) for edge in box)
    counts = collections.Counter()
    for line in lines[max(top, 0):bottom]:
        counts.update(line[max(left, 0):right])
    return counts


def get_area(box):
    """In pixels, as sharp edges take them."""
    left, top, right, bottom = (round(edge) for edge in box)
    return (right - left) * (bottom - top)


def check_rect(lines, rect):
    """Labels, grid lines and soft edges take a part of a rectangle."""
    left, top, right, bottom = rect["box"]
    if right - left < 6 or bottom - top < 6 or rect["merged"]:
        return False
    inner = left + 1, top + 1, right - 1, bottom - 1
    colours = count_colours(lines, inner)
    share = colours[parse_colour(rect["fill"])] / colours.total()
    assert share > 0.6, f"{rect['title']}: {share:.0%} have the colour {rect['fill']}"
    return True


def check_map(lines, drawn, page_colour):
    """Each colour takes about the area of its rectangles, the rest is mostly page."""
    colours = count_colours(lines, drawn["box"])
    areas, hidden = collections.Counter(), set()
    for rect in drawn["rects"]:
        colour = parse_colour(rect["fill"])
        areas[colour] += get_area(rect["box"])
        if rect["merged"]:  # they lie below the rest
            hidden.add(colour)
    for colour, area in areas.items():
        least = 1 if colour in hidden else 0.6 * area
        assert least <= colours[colour] <= 1.1 * area + 200, (colour, area, colours[colour])
    rest = get_area(drawn["box"]) - sum(areas.values())
    assert colours[page_colour] > 0.7 * rest, (page_colour, colours[page_colour], rest)
    return sum(check_rect(lines, rect) for rect in drawn["rects"])


def check_screen(folder, page, scheme, names):
    option = f"--blink-settings=preferredColorScheme={['dark', 'light'].index(scheme)}"
    probe = measure(folder, page, option)
    check_layout(probe, names)
    height = min(probe["height"], 8000)
    picture = folder / f"{scheme}.png"
    browse(folder, page, f"--screenshot={picture}", f"--window-size={WIDTH},{height}", option)
    width, actual_height, lines = read_png(picture)
    assert (width, actual_height) == (WIDTH, height), (width, actual_height, height)
    page_colour = parse_colour(probe["page"])
    assert (sum(page_colour) > 600) == (scheme == "light"), page_colour
    visible = [drawn for drawn in probe["maps"] if drawn["box"][3] <= height]
    rects = sum(check_map(lines, drawn, page_colour) for drawn in visible)
    assert rects > len(visible), "hardly a rectangle can be seen"
    print(f"{scheme}: {len(visible)} maps, {rects} rectangles in their colours")
    return probe


def main():
    page, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    check_source(page)
    probe = check_screen(page.parent, page, "light", names)
    check_screen(page.parent, page, "dark", names)
    for drawn in probe["maps"]:
        print("map:", ", ".join(sorted({rect["kind"] for rect in drawn["rects"]})))


if __name__ == "__main__":
    main()
