package org.bipj.testkit.floors;

/** Half of a circle, for the test of the rule that finds it. */
public class Left {
    Right other;
}
