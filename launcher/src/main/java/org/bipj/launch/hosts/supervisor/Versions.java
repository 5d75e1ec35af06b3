package org.bipj.launch.hosts.supervisor;

import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.command.Help;

/**
 * The versions that have to be the same on all hosts.
 *
 * @param library version of the library; empty where it is not known, as for one that is not packed into a jar
 * @param java feature release of the JDK: updates of one release go together
 */
public record Versions(String library, int java) {
    /** The versions of the library and the JDK of this process. */
    public static Versions own() {
        String library = Help.class.getPackage().getImplementationVersion();
        return new Versions(library == null ? "" : library, Runtime.version().feature());
    }

    /** The versions as fields of a frame. */
    public Packer pack() {
        return new Packer().text(library).number(java);
    }

    /** Reads the versions out of a frame. */
    public static Versions of(Unpacker from) {
        return new Versions(from.text(), from.number(Integer.MAX_VALUE));
    }

    /** How those of another host differ, in words; null if they do not. */
    public String difference(Versions other) {
        if (!library.equals(other.library)) {
            return "version " + named(other.library) + " of the library, here it is version " + named(library);
        }
        return java == other.java ? null : "Java " + other.java + ", here it is Java " + java;
    }

    private static String named(String version) {
        return version.isEmpty() ? "of an unpacked build" : version;
    }
}
