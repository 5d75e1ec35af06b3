package mpi;

/** Version of the MPI standard that the library follows. */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** The version of this library (MPI_Get_version). */
    public static Version current() {
        return new Version(Predefined.VERSION, Predefined.SUBVERSION);
    }

    /** Name and version of this library (MPI_Get_library_version). */
    public static String library() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "BIPJ " + (version == null ? "(development)" : version);
    }

    /** Major number. */
    public int getVersion() {
        return version;
    }

    /** Minor number. */
    public int getSubVersion() {
        return subVersion;
    }
}
