"""Takes a picture of a page in chromium, through chromedriver: from the first to the last of the elements that a selector
finds, of which there must be two. The picture carries their text.

    shoot.py ADDRESS PICTURE WIDTH HEIGHT SELECTOR

Not `chromium --screenshot`: it waits until the network is quiet, and a match's page always waits for news.
"""
import base64
import json
import re
import subprocess
import sys
import time
import urllib.request

from shrink import shrink

WAIT = 60.0  # seconds, on a busy machine
FLAGS = ["--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking"]
FLAGS += ["--force-color-profile=srgb", "--force-prefers-reduced-motion", "--lang=en"]
FIND = """
const found = [...document.querySelectorAll(arguments[0])];
const edges = found.map((it) => it.getBoundingClientRect());
return found.length === 2 && {
    top: Math.max(0, Math.floor(edges[0].top) - 16),
    bottom: Math.ceil(edges[1].bottom) + 16,
    text: found.map((it) => it.innerText).join("\\n"),
};"""

address, picture, width, height, selector = sys.argv[1:]
size = {"width": int(width), "height": int(height), "deviceScaleFactor": 1, "mobile": False}
driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)


def ask(method, path, what=None):
    body = None if what is None else json.dumps(what).encode()
    asked = urllib.request.Request(base + path, body, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(asked, timeout=WAIT) as answer:
        return json.load(answer)["value"]


def devtools(command, parameters):
    return ask("POST", f"{session}/goog/cdp/execute", {"cmd": command, "params": parameters})


def find():
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        found = ask("POST", f"{session}/execute/sync", {"script": FIND, "args": [selector]})
        if found:
            return found
        time.sleep(0.05)
    sys.exit(f"shoot.py: {address} does not show {selector}")


try:
    port = next(found[1] for line in driver.stdout if (found := re.search(r"successfully on port (\d+)", line)))
    base = f"http://127.0.0.1:{port}"
    wanted = {"alwaysMatch": {"goog:chromeOptions": {"args": FLAGS}}}
    session = "/session/" + ask("POST", "/session", {"capabilities": wanted})["sessionId"]
    try:
        devtools("Emulation.setDeviceMetricsOverride", size)
        ask("POST", f"{session}/url", {"url": address})
        found = find()
        clip = {"x": 0, "y": found["top"], "width": int(width), "height": found["bottom"] - found["top"], "scale": 1}
        taken = devtools("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})["data"]
    finally:
        ask("DELETE", session)
finally:
    driver.kill()
# The clocks run on.
text = json.dumps(re.sub(r"\d:\d\d", "", found["text"]))
with open(picture, "wb") as file:
    file.write(shrink(base64.b64decode(taken), text.encode()))
