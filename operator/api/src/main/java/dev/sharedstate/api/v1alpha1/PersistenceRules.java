// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.api.v1alpha1;

/**
 * What holds between {@code redis.persistence} and {@code redis.storage}, and between a spec and
 * the one before it. The rules stand on the spec, which is always there: on the blocks themselves
 * they would not hold for a block that is added or removed.
 */
final class PersistenceRules {
  static final String MODE_STAYS =
      "redis.persistence.mode cannot be changed: what an instance keeps its data on is settled when"
          + " it is created; delete the policy and create it again, which starts empty";
  static final String SIZE_STAYS =
      "redis.storage.size cannot be changed: the volume is made once; enlarge its claim where the"
          + " StorageClass allows that, or delete the policy and create it again";
  static final String CLASS_STAYS =
      "redis.storage.storageClassName cannot be changed: the volume is made once; delete the policy"
          + " and create it again";
  static final String NO_VOLUME =
      "redis.storage is only for an instance with a volume: remove it, or set"
          + " redis.persistence.mode to AppendOnly or Snapshot";

  private static final String MODE =
      "(has(self.redis) && has(self.redis.persistence) ? self.redis.persistence.mode : ";
  private static final String OLD_MODE =
      "(has(oldSelf.redis) && has(oldSelf.redis.persistence) ? oldSelf.redis.persistence.mode : ";
  private static final String SIZE =
      "(has(self.redis) && has(self.redis.storage) && has(self.redis.storage.size)"
          + " ? string(self.redis.storage.size) : '1Gi')";
  private static final String OLD_SIZE =
      "(has(oldSelf.redis) && has(oldSelf.redis.storage) && has(oldSelf.redis.storage.size)"
          + " ? string(oldSelf.redis.storage.size) : '1Gi')";
  // A class may be empty, which is not the same as absent.
  private static final String CLASS =
      "(has(self.redis) && has(self.redis.storage) && has(self.redis.storage.storageClassName)"
          + " ? '=' + self.redis.storage.storageClassName : '')";
  private static final String OLD_CLASS =
      "(has(oldSelf.redis) && has(oldSelf.redis.storage)"
          + " && has(oldSelf.redis.storage.storageClassName)"
          + " ? '=' + oldSelf.redis.storage.storageClassName : '')";

  /** For a kind whose default is None. */
  static final String SAME_MODE_OR_NONE = MODE + "'None') == " + OLD_MODE + "'None')";

  /** For a kind whose default is AppendOnly. */
  static final String SAME_MODE_OR_APPEND_ONLY =
      MODE + "'AppendOnly') == " + OLD_MODE + "'AppendOnly')";

  /** For a kind whose default is None. */
  static final String STORAGE_WITH_MODE_OR_NONE =
      "!has(self.redis) || !has(self.redis.storage) || " + MODE + "'None') != 'None'";

  /** For a kind whose default is AppendOnly. */
  static final String STORAGE_WITH_MODE_OR_APPEND_ONLY =
      "!has(self.redis) || !has(self.redis.storage) || " + MODE + "'AppendOnly') != 'None'";

  /** 1Gi is 1024Mi. A size that is none is told by a rule of its own. */
  static final String SAME_SIZE =
      "!isQuantity("
          + SIZE
          + ") || !isQuantity("
          + OLD_SIZE
          + ") || quantity("
          + SIZE
          + ").compareTo(quantity("
          + OLD_SIZE
          + ")) == 0";

  static final String SAME_CLASS = CLASS + " == " + OLD_CLASS;

  private PersistenceRules() {}
}
