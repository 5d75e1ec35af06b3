package org.bipj.samples.nas.is;

/** The sizes of the IS kernel and its official ranks of five test keys (NPB 3.4). */
enum IsProblem {
    /** 2^16 keys. */
    S(16, 11, 9, new int[] {48427, 17148, 23627, 62548, 4431}, new int[] {0, 18, 346, 64917, 65463}),
    /** 2^20 keys. */
    W(20, 16, 10, new int[] {357773, 934767, 875723, 898999, 404505}, new int[] {1249, 11698, 1039987, 1043896, 1048018
    }),
    /** 2^23 keys. */
    A(23, 19, 10, new int[] {2112377, 662041, 5336171, 3642833, 4250760}, new int[] {
        104, 17523, 123928, 8288932, 8388264
    }),
    /** 2^25 keys. */
    B(25, 21, 10, new int[] {41869, 812306, 5102857, 18232239, 26860214}, new int[] {
        33422937, 10244, 59149, 33135281, 99
    }),
    /** 2^27 keys. */
    C(27, 23, 10, new int[] {44172927, 72999161, 74326391, 129606274, 21736814}, new int[] {
        61147, 882988, 266290, 133997595, 133525895
    });

    /** The binary logarithm of the number of keys. */
    final int logKeys;
    /** The binary logarithm of the bound that keys stay below. */
    final int logMaxKey;
    /** The binary logarithm of the number of buckets. */
    final int logBuckets;

    private final int[] testIndices;
    private final int[] testRanks;

    IsProblem(int logKeys, int logMaxKey, int logBuckets, int[] testIndices, int[] testRanks) {
        this.logKeys = logKeys;
        this.logMaxKey = logMaxKey;
        this.logBuckets = logBuckets;
        this.testIndices = testIndices;
        this.testRanks = testRanks;
    }

    /** The number of keys whose ranks are known. */
    static final int TESTS = 5;

    /** Returns the position of a test key in the sequence of all keys. */
    int testIndex(int test) {
        return testIndices[test];
    }

    /** Returns the rank that a test key must have in an iteration, which counts from 1. */
    int testRank(int test, int iteration) {
        int rank = testRanks[test];
        return switch (this) {
            case S, C -> test <= 2 ? rank + iteration : rank - iteration;
            case W -> test < 2 ? rank + iteration - 2 : rank - iteration;
            case A -> test <= 2 ? rank + iteration - 1 : rank - (iteration - 1);
            case B -> test == 1 || test == 2 || test == 4 ? rank + iteration : rank - iteration;
        };
    }
}
