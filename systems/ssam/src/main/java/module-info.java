/** SSAM, Active Messages over ATM cells. Programs see packages {@code org.bipj.ssam} and {@code org.bipj.ssam.remote}. */
module org.bipj.ssam {
    requires transitive org.bipj.core;

    exports org.bipj.ssam;
    exports org.bipj.ssam.remote;
}
