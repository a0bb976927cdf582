/** The private key of `certificate`, in PEM format. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfd86WWYMH+45kSD/
B+2zn42Y3Lel5zIKuN9F2sBAS9ChRANCAATQUQZ8vX5YKdsrG8Cw4KvwCm9Qezz/
3On9udnWTfCvb5+Ca9jHbeYIgtslnIPA1iINWsSNRTb4QwYpm9qDfmx7
-----END PRIVATE KEY-----
`;

/** A certificate for `localhost` that no system trusts. Made by `openssl req -x509 -newkey ec … -days 36500`. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUHtwssJBN3tF5Zr4byV33r7v7V+gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODE5MTIzMloYDzIxMjYxMTA0
MTkxMjMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATQUQZ8vX5YKdsrG8Cw4KvwCm9Qezz/3On9udnWTfCvb5+Ca9jHbeYI
gtslnIPA1iINWsSNRTb4QwYpm9qDfmx7o2kwZzAdBgNVHQ4EFgQUpnjWMgLnvHJY
uf6TaySRAYTEWHswHwYDVR0jBBgwFoAUpnjWMgLnvHJYuf6TaySRAYTEWHswDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgRYOzbyhsujnwMqTxG9/UStgz5JwM6ePkfN4WGPZhzsYCIBvjtrRrWoS/
UhMz0lYuxIPhEiSVfndEj6fbrzehS/Ym
-----END CERTIFICATE-----
`;
