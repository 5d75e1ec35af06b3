package mpjdev;

/** Makes the package one: the compiler refuses an import of a package without classes. */
final class Nothing {
    private Nothing() {}
}
