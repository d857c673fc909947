import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { Assertion, Attestation } from "#lib/contract/factors.ts";

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

export function softwareAuthenticator(origin: string, { isVerified = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const [rpId, flags] = [new URL(origin).hostname, isVerified ? 0x05 : 0x01];
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter++);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | more]), count]);
  };

  return {
    create({ challenge, userId }: { challenge: string; userId: string }): Attestation {
      userHandle = userId;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const [left, right] = [x, y].map((part) => Buffer.from(part, "base64url"));
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        left ?? Buffer.alloc(0),
        Buffer.from("225820", "hex"),
        right ?? Buffer.alloc(0),
      ]);
      const data = Buffer.concat([head(0x40), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const size = Buffer.from([0x58, data.length]);
      // CBOR: {fmt: "none", attStmt: {}, authData}.
      const parts = ["a363666d74646e6f6e656761747453746d74a0686175746844617461", size.toString("hex")];
      return {
        ...{ id: base64(id), rawId: base64(id), type: "public-key" },
        response: {
          clientDataJSON: base64(clientData("webauthn.create", challenge)),
          attestationObject: base64(Buffer.concat([Buffer.from(parts.join(""), "hex"), data])),
        },
      };
    },
    get({ challenge }: { challenge: string }): Assertion {
      const [data, client] = [head(), clientData("webauthn.get", challenge)];
      return {
        ...{ id: base64(id), rawId: base64(id), type: "public-key" },
        response: {
          ...{ clientDataJSON: base64(client), authenticatorData: base64(data), userHandle },
          signature: base64(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        },
      };
    },
  };
}
