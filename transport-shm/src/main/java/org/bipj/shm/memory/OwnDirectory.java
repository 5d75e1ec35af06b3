package org.bipj.shm.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.core.machine.HostSystem;

/**
 * A directory that only this user can reach: no link, owned by this user, mode 0700. All of that is checked when it is
 * opened. From then on files are named relative to the open directory, so that nothing that takes its place under its
 * path is ever read, written or removed instead.
 */
public final class OwnDirectory implements AutoCloseable {
    private static final Path HERE = Path.of(".");
    private static final int PERMISSION_BITS = 0777;
    private static final int OWNER_ALONE = 0700;
    /** How often what is in a directory is removed that is not empty afterwards. */
    private static final int DELETIONS = 10;

    private final Path path;
    private final Object key;
    private final SecureDirectoryStream<Path> handle;

    private OwnDirectory(Path path, Object key, SecureDirectoryStream<Path> handle) {
        this.path = path;
        this.key = key;
        this.handle = handle;
    }

    /** Makes a directory that only this user may access, and opens it. */
    public static OwnDirectory create(Path path) throws IOException {
        Files.createDirectory(path, HostSystem.mode("rwx------"));
        try {
            return open(path);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Opens a directory.
     *
     * @throws NoSuchFileException if there is none
     * @throws IOException if it is not the user's own; the message says why
     */
    public static OwnDirectory open(Path path) throws IOException {
        // Numbers: names of users and sets of permissions would take a rank's start longer than all else here.
        Map<String, Object> found = Files.readAttributes(
                path, "unix:isDirectory,isSymbolicLink,uid,mode,fileKey", LinkOption.NOFOLLOW_LINKS);
        if (!found.get("isDirectory").equals(true)) {
            String what = found.get("isSymbolicLink").equals(true) ? "a link" : "no directory";
            throw new FileSystemException(path.toString(), null, what);
        }
        int owner = (int) found.get("uid");
        int mode = (int) found.get("mode") & PERMISSION_BITS;
        if (mode != OWNER_ALONE || !Self.isUser(owner)) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "belongs to user " + owner + " with mode 0" + Integer.toOctalString(mode)
                            + ", expected your own with mode 0700");
        }
        return open(path, found.get("fileKey"));
    }

    /** Opens the directory that was checked, which the key names. */
    public static OwnDirectory open(Path path, Object key) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(path);
        try {
            if (!(stream instanceof SecureDirectoryStream<Path> handle)) {
                throw new FileSystemException(path.toString(), null, "this system cannot name files relative to it");
            }
            Object opened = handle.getFileAttributeView(BasicFileAttributeView.class)
                    .readAttributes()
                    .fileKey();
            if (!opened.equals(key)) {
                throw new NotDirectoryException(path + " (replaced while it was opened)");
            }
            return new OwnDirectory(path, key, handle);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** Where it was when it was opened. */
    public Path path() {
        return path;
    }

    /** The number by which the file system identifies the directory, wherever it is moved. */
    public Object key() {
        return key;
    }

    /** True while it is still where it was opened. */
    boolean isInPlace() {
        try {
            return key.equals(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey());
        } catch (IOException e) {
            return false;
        }
    }

    /** When an entry was last added or removed. */
    public FileTime lastModified() throws IOException {
        return handle.getFileAttributeView(BasicFileAttributeView.class)
                .readAttributes()
                .lastModifiedTime();
    }

    /** Makes a file that only the owner may read and write. */
    public FileChannel create(String name) throws IOException {
        return channel(
                name,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                HostSystem.mode("rw-------"));
    }

    /** Opens a regular file to read and write. Never blocks, whatever is there. */
    public FileChannel openFile(String name) throws IOException {
        if (!attributes(name).isRegularFile()) {
            throw new FileSystemException(path.resolve(name).toString(), null, "no regular file");
        }
        // A pipe in its place would not block either, being opened both ways.
        return channel(name, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    private FileChannel channel(String name, Set<? extends java.nio.file.OpenOption> options, FileAttribute<?>... mode)
            throws IOException {
        try {
            return (FileChannel) handle.newByteChannel(Path.of(name), options, mode);
        } catch (ClosedDirectoryStreamException e) {
            throw closed(e);
        }
    }

    /** Another thread has closed it, because the session has ended. */
    private IOException closed(ClosedDirectoryStreamException cause) {
        FileSystemException failure = new FileSystemException(path.toString(), null, "the session has ended");
        failure.initCause(cause);
        return failure;
    }

    private BasicFileAttributes attributes(String name) throws IOException {
        try {
            return handle.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
        } catch (ClosedDirectoryStreamException e) {
            throw closed(e);
        }
    }

    /** True if there is something of this name. */
    public boolean exists(String name) throws IOException {
        try {
            attributes(name);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Removes a file or a link, if there is one. */
    public void remove(String name) throws IOException {
        remove(Path.of(name));
    }

    private void remove(Path name) throws IOException {
        try {
            handle.deleteFile(name);
        } catch (NoSuchFileException e) {
            // Removed by somebody else.
        }
    }

    /** The names in it that begin so. */
    public List<String> names(String prefix) throws IOException {
        List<String> names = new ArrayList<>();
        // The handle lists only once.
        try (DirectoryStream<Path> files = handle.newDirectoryStream(HERE, LinkOption.NOFOLLOW_LINKS)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix)) {
                    names.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (ClosedDirectoryStreamException e) {
            throw closed(e);
        }
        return names;
    }

    /** Gives a file in the directory another name. */
    public void rename(String from, String to) throws IOException {
        handle.move(Path.of(from), handle, Path.of(to));
    }

    /**
     * Removes the files in it, and then the directory where it still is in its place. Links are removed, not followed. A viewer may add a
     * file meanwhile: that is removed too.
     *
     * @throws IOException if something cannot be removed, such as a directory inside; the rest is gone then
     */
    public void delete() throws IOException {
        removeFiles(listing());
        for (int tries = 1; ; tries++) {
            try {
                deleteEmpty();
                return;
            } catch (DirectoryNotEmptyException e) {
                if (tries == DELETIONS) {
                    throw e;
                }
                removeFiles(handle.newDirectoryStream(HERE, LinkOption.NOFOLLOW_LINKS));
            }
        }
    }

    private void removeFiles(DirectoryStream<Path> listing) throws IOException {
        IOException failure = null;
        try (DirectoryStream<Path> files = listing) {
            for (Path file : files) {
                try {
                    remove(file.getFileName());
                } catch (IOException e) {
                    failure = e;
                }
            }
        } catch (DirectoryIteratorException e) {
            failure = e.getCause();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * What is in it. A handle lists that only once, so another stream serves; but a process that has no file descriptor left
     * must be able to remove its session, too.
     */
    private DirectoryStream<Path> listing() {
        try {
            return handle.newDirectoryStream(HERE, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return handle;
        }
    }

    /** Removes the directory where it still is in its place. */
    public void deleteEmpty() throws IOException {
        if (isInPlace()) {
            Files.deleteIfExists(path);
        }
    }

    @Override
    public void close() throws IOException {
        handle.close();
    }
}
