// SPDX-License-Identifier: Apache-2.0
package dev.sharedstate.controller.model;

import dev.sharedstate.functions.Library;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What an instance runs for one spec.
 *
 * @param entries the names of the policy's entries, in the order of the spec
 * @param contract what clients may want to know of each entry, every default filled in, in the
 *     order in which it is published
 * @param recordBytes used memory of one record with its key, by what the status calls it
 */
public record Program(
    List<String> entries,
    Library library,
    Trial trial,
    List<Map<String, Object>> contract,
    SortedMap<String, Long> recordBytes) {}
