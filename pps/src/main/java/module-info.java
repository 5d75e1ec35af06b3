/** The parallel-programming systems that ran on LCI: Panda, Orca, CRL and Multigame, a package each. */
module org.bipj.pps {
    requires transitive org.bipj.core;
    requires transitive org.bipj.lci;

    exports org.bipj.panda;
    exports org.bipj.multigame;
}
