# Writes the boards of a prepared match, each in the next of the ways that it is told.
use strict;
use warnings;
use File::Copy ();
use File::Temp ();
use IO::Handle;
use Time::HiRes 'sleep';

sub written {
    my ($name, $text, $mode) = @_;
    open my $file, $mode // '>', $name or die "$name: $!";
    print $file $text;
    close $file or die "$name: $!";
    return $name;
}

my %ways = (
    plain => sub { written(@_) },
    rename => sub { rename written('draft', $_[1]), $_[0] or die "rename: $!" },
    copy => sub { File::Copy::copy(written('draft', $_[1]), $_[0]) or die "copy: $!" },
    cp => sub { File::Copy::cp(written('draft', $_[1]), $_[0]) or die "cp: $!" },
    move => sub { File::Copy::move(written('draft', $_[1]), $_[0]) or die "move: $!" },
    tempfile => sub {
        my ($file, $path) = File::Temp::tempfile(DIR => '.');
        print $file $_[1];
        close $file or die "close: $!";
        chmod 0644, $path or die "chmod: $!";
        rename $path, $_[0] or die "rename: $!";
    },
    link => sub {
        link written('draft', $_[1]), $_[0] or die "link: $!";
        unlink 'draft' or die "unlink: $!";
    },
    pieces => sub {
        open my $file, '>>', $_[0] or die "$_[0]: $!";
        $file->autoflush(1);
        print $file $_ for split /(?<=\n)/, $_[1];
        close $file or die "close: $!";
    },
    crlf => sub { written(@_, '>:crlf') },
    touched => sub {
        written(@_);
        chmod 0600, $_[0] or die "chmod: $!";
        chown $<, -1, $_[0] or die "chown: $!";
        utime 0, 0, $_[0] or die "utime: $!";
    },
);

my ($match, $all, $number) = @ARGV;
for my $way (split /,/, $all) {
    sleep 0.002 until -e "board_$number.txt";
    my $name = 'board_' . ($number + 1) . '.txt';
    open my $file, '<', "$match/$name" or die "$name: $!";
    $ways{$way}->($name, do { local $/; <$file> });
    $number += 2;
}
sleep 600;
