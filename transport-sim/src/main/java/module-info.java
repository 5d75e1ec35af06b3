/**
 * The port over a simulated Myrinet in virtual time. The launcher puts jobs together from it; experiments read its
 * results.
 */
module org.bipj.sim {
    requires transitive org.bipj.core;
    requires org.agrona;

    exports org.bipj.sim;
    exports org.bipj.sim.kernel;
}
