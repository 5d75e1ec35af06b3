package org.bipj.shm;

import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The directory under /dev/shm that holds the shared memory of one job. */
final class SessionDirectory {
    /** Read and write for the owner alone. */
    static final FileAttribute<?> OWNER_ONLY_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private SessionDirectory() {}
}
