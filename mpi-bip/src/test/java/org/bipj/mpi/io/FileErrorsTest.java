package org.bipj.mpi.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.bipj.mpi.call.EngineException;
import org.junit.jupiter.api.Test;

/** Errors of the system, those too that cannot be brought about everywhere, have the classes of MPI 4.1 section 14.7. */
class FileErrorsTest {
    private static final Path PATH = Path.of("data");

    private static void assertClass(int errorClass, IOException cause) {
        EngineException error = FileErrors.of("data: cannot be opened", PATH, cause);
        assertEquals(errorClass, error.errorClass(), error.getMessage());
        assertTrue(error.getMessage().startsWith("data: cannot be opened: "), error.getMessage());
        assertSame(cause, error.getCause());
    }

    private static IOException reason(String reason) {
        return new FileSystemException("data", null, reason);
    }

    @Test
    void byKindOfException() {
        assertClass(FileErrors.NO_SUCH_FILE, new NoSuchFileException("data"));
        assertClass(FileErrors.FILE_EXISTS, new FileAlreadyExistsException("data"));
        assertClass(FileErrors.ACCESS, new AccessDeniedException("data"));
    }

    @Test
    void byTheSystemsWords() {
        assertClass(FileErrors.NO_SPACE, new IOException("No space left on device"));
        assertClass(FileErrors.QUOTA, new IOException("Disk quota exceeded"));
        assertClass(FileErrors.READ_ONLY, reason("Read-only file system"));
        assertClass(FileErrors.FILE_IN_USE, reason("Text file busy"));
        assertClass(FileErrors.BAD_FILE, reason("Not a directory"));
        assertClass(FileErrors.BAD_FILE, reason("File name too long"));
        assertClass(FileErrors.BAD_FILE, reason("Too many levels of symbolic links"));
    }

    @Test
    void anyOther() {
        assertClass(FileErrors.IO, new IOException("Input/output error"));
        assertClass(FileErrors.IO, new IOException((String) null));
        assertClass(FileErrors.IO, new ClosedByInterruptException());
    }
}
