package org.bipj.testkit.floors;

/** The other half; a nested class counts as part of it. */
class Right {
    static class Nested {
        Left other;
    }
}
