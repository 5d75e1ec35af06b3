/**
 * The port over a simulated Myrinet in virtual time. The launcher puts jobs together from it; experiments read its
 * results.
 */
module org.bipj.sim {
    requires transitive org.bipj.core;
    requires static org.agrona; // Its classes are part of this module's jar, under another name.

    exports org.bipj.sim;
    exports org.bipj.sim.ip;
    exports org.bipj.sim.kernel;
}
