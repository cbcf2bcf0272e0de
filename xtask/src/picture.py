"""Joins the frames in a folder into an animated WebP: FOLDER FILE MILLISECONDS."""

import sys
from pathlib import Path

from PIL import Image

folder, file, duration = sys.argv[1:]
frames = [Image.open(path).convert("RGB") for path in sorted(Path(folder).glob("*.png"))]
frames[0].save(
    file, save_all=True, append_images=frames[1:], duration=int(duration), loop=0, quality=80, method=6, minimize_size=True
)
