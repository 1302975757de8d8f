// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.functions.Digests;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Passwords derived from the master key and from whom they are for. So a lost or edited Secret is
 * restored exactly and nobody is cut off, and the operator's own password is stored nowhere.
 */
public final class Passwords {
  /** Bytes of a master key that are the least that is accepted. */
  public static final int MIN_KEY_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] masterKey;

  /**
   * @throws IllegalArgumentException if the key is shorter than {@link #MIN_KEY_BYTES}
   */
  public Passwords(byte[] masterKey) {
    if (masterKey.length < MIN_KEY_BYTES) {
      throw new IllegalArgumentException("the master key is shorter than 32 bytes");
    }
    this.masterKey = masterKey.clone();
  }

  /**
   * 43 characters of URL-safe base64: safe in a URI and in a redis-cli line.
   *
   * @param rotation another number gives another password
   */
  public String of(Owner policy, String user, long rotation) {
    String input =
        String.join(
            "\n",
            policy.namespace(),
            policy.kind(),
            policy.name(),
            policy.uid(),
            user,
            Long.toString(rotation));
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(masterKey, ALGORITHM));
      byte[] code = mac.doFinal(input.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is missing", e); // every Java has it
    }
  }

  /** SHA-256 in hex, as an ACL file carries it. */
  public static String hash(String password) {
    return Digests.sha256(password);
  }
}
