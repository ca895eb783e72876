"""Digests that confirm a guess, and pseudonyms that follow from what everybody knows."""
import gzip, hashlib, hmac

from attacks.case import TAG

CHARACTERS = "abcdefghijklmnopqrstuvwxyz234567"


def pseudonym(key, purpose, name):
    """As docs/job-file.md says; whoever has the key can make it."""
    purpose = f"pseudonym: {purpose}".encode()
    bits = int.from_bytes(hmac.new(key, len(purpose).to_bytes(8, "big") + purpose + name.encode(), hashlib.sha256).digest()[:16], "big")
    return "p" + "".join(CHARACTERS[bits >> (123 - 5 * place) & 31] for place in range(20))


def attack(case):
    """Hashes of the whole input in what travels, and pseudonyms by keys that anybody would try."""
    travels = b"".join(case.written(case.folder).values())
    for path, *_ in case.made.inputs(case.made.rows):
        data = (case.folder / path).read_bytes()
        plain = gzip.decompress(data) if path.endswith(".gz") else data
        release = (case.folder / case.output).read_bytes()  # where nothing was generalized it may be the input, and its digest travels
        for text in {data, plain} - {release}:
            for digest in (hashlib.sha256, hashlib.sha1, hashlib.md5, hashlib.blake2b):
                told = digest(text).hexdigest().encode() in travels
                yield "digest of the input among what travels", told, 1, 0.0
                if told:
                    case.findings.add("a digest confirms a guess at the whole table", f"{digest().name} of {path}")
    for name, column in case.made.job["columns"].items():
        said = column.get("publish")
        if isinstance(said, dict) and "pseudonym" in said and case.released and name in case.released[0]:
            keys = [b"", str(case.seed).encode(), said["purpose"].encode(), b"incog", b"people.key", name.encode()]
            for row in case.released[:20]:
                if row.get(TAG) in case.truth:
                    person = case.truth[row[TAG]][name]
                    yield "pseudonyms by keys that anybody would try", row[name] in {
                        pseudonym(key, said["purpose"], person) for key in keys}, 1, 1e-12
