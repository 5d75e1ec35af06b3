package org.bipj.core.replay;

import java.lang.foreign.ValueLayout;

/**
 * The file of a rank. It is mapped while it is written, so that it is whole up to the last choice however the rank ends.
 *
 * <pre>
 *    0  "BIPJ"
 *    4  format, int
 *    8  rank, int
 *   12  ranks of the job, int
 *   16  receiver + 1 of the send that the rank waits in, int; 0: it waits in none
 *   20  its tag, int
 *   24  its length in bytes, long
 *   32  by what algorithms are chosen, int: CollectiveFacts
 *   64  choices, ints
 * </pre>
 */
final class ChoiceFile {
    static final int MAGIC = 0x4249504a;
    static final int FORMAT = 3;

    /** The oldest format that is read: as the present one, but receives in a row are not counted. */
    static final int OLDEST_FORMAT = 2;

    static final int FORMAT_AT = 4;
    static final int RANK_AT = 8;
    static final int RANKS_AT = 12;
    static final int RECEIVER_AT = 16;
    static final int TAG_AT = 20;
    static final int LENGTH_AT = 24;
    static final int FACTS_AT = 32;
    static final int HEADER = 64;

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private ChoiceFile() {}
}
