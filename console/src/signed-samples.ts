/** What a sample is made for. */
export interface SampleKey {
  /** Address of the service, without a slash at its end. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly contractId: string;
}

export const SAMPLE_LANGUAGES = ['curl', 'Node', 'Python', 'PHP', 'Java', 'C#'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

const PATH = '/api/v1/translate';
const TEXT = 'このかばんはいくらですか。';

/**
 * A program that signs a request and prints the answer, to paste and run: the signature is the HMAC-SHA256 of nonce and
 * path under the secret key, in hexadecimal digits.
 */
export function signedSample(language: SampleLanguage, key: SampleKey): string {
  const body = JSON.stringify({
    fieldId: '1',
    text: [TEXT],
    sourceLang: 'ja',
    targetLang: 'en',
    contractId: key.contractId,
  });
  return SAMPLES[language](key, body);
}

/** Java before version 18 reads a source file in the encoding of the machine. */
function ascii(json: string): string {
  return json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

type Sample = (key: SampleKey, body: string) => string;

const SAMPLES: Readonly<Record<SampleLanguage, Sample>> = {
  curl: ({ url, accessKey, secretKey }, body) => `NONCE=$(date +%s)000
SIGNATURE=$(printf %s "$NONCE${PATH}" | openssl dgst -sha256 -hmac '${secretKey}' -r | cut -d' ' -f1)
curl -sS '${url}${PATH}' \\
  -H 'accessKey: ${accessKey}' -H "nonce: $NONCE" -H "signature: $SIGNATURE" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
`,
  Node: ({ url, accessKey, secretKey }, body) => `// node sample.mjs
import { createHmac } from 'node:crypto';

const path = '${PATH}';
const nonce = String(Date.now());
const signature = createHmac('sha256', '${secretKey}').update(nonce + path).digest('hex');
const answer = await fetch('${url}' + path, {
  method: 'POST',
  headers: { accessKey: '${accessKey}', nonce, signature, 'Content-Type': 'application/json' },
  body: JSON.stringify(${body}),
});
console.log(await answer.text());
`,
  Python: ({ url, accessKey, secretKey }, body) => `# python3 sample.py
import hashlib, hmac, time, urllib.request

path = '${PATH}'
nonce = str(int(time.time() * 1000))
signature = hmac.new(b'${secretKey}', (nonce + path).encode(), hashlib.sha256).hexdigest()
request = urllib.request.Request(
    '${url}' + path,
    data='''${body}'''.encode(),
    headers={
        'accessKey': '${accessKey}',
        'nonce': nonce,
        'signature': signature,
        'Content-Type': 'application/json',
    },
)
print(urllib.request.urlopen(request).read().decode())
`,
  PHP: ({ url, accessKey, secretKey }, body) => `<?php // php sample.php
$path = '${PATH}';
$nonce = (string) floor(microtime(true) * 1000);
$signature = hash_hmac('sha256', $nonce . $path, '${secretKey}');
echo file_get_contents('${url}' . $path, false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['accessKey: ${accessKey}', "nonce: $nonce", "signature: $signature", 'Content-Type: application/json'],
    'content' => '${body}',
]])), "\\n";
`,
  Java: ({ url, accessKey, secretKey }, body) => `// java Sample.java
import java.net.URI;
import java.net.http.*;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sample {
  public static void main(String[] args) throws Exception {
    String path = "${PATH}";
    String nonce = String.valueOf(System.currentTimeMillis());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("${secretKey}".getBytes("UTF-8"), "HmacSHA256"));
    String signature = HexFormat.of().formatHex(mac.doFinal((nonce + path).getBytes("UTF-8")));
    HttpRequest request = HttpRequest.newBuilder(URI.create("${url}" + path))
        .header("accessKey", "${accessKey}")
        .header("nonce", nonce)
        .header("signature", signature)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(${JSON.stringify(ascii(body))}))
        .build();
    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
`,
  'C#': ({ url, accessKey, secretKey }, body) => `// Program.cs of "dotnet new console"
using System.Security.Cryptography;
using System.Text;

var path = "${PATH}";
var nonce = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds().ToString();
using var hmac = new HMACSHA256(Encoding.UTF8.GetBytes("${secretKey}"));
var signature = Convert.ToHexString(hmac.ComputeHash(Encoding.UTF8.GetBytes(nonce + path))).ToLowerInvariant();

using var client = new HttpClient();
var request = new HttpRequestMessage(HttpMethod.Post, "${url}" + path);
request.Headers.Add("accessKey", "${accessKey}");
request.Headers.Add("nonce", nonce);
request.Headers.Add("signature", signature);
request.Content = new StringContent(${JSON.stringify(body)}, Encoding.UTF8, "application/json");
Console.WriteLine(await (await client.SendAsync(request)).Content.ReadAsStringAsync());
`,
};
